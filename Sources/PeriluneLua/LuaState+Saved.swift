internal import CPeriluneLua
internal import PeriluneCore

/// Reads and saves the script's state in the worker's store.
extension LuaState {
    fileprivate func load(_ key: UnsafeBufferPointer<UInt8>, isMember: Bool) -> cpl_call {
        do throws(PeriluneError) {
            guard let key = String(validating: key, as: UTF8.self) else { throw .notUnicode }
            // Changes that the worker has not saved yet are newer than the store.
            let change = changes.last { $0.key == key }
            let saved =
                change == nil ? try context.store.load(script: script.name, key: key) : nil
            guard let bytes = change?.value ?? saved else { return CPL_CALL_RETURNED }
            guard !isMember else {
                bytes.withUnsafeBufferPointer { cpl_answer(handle, $0.baseAddress, $0.count) }
                return CPL_CALL_RETURNED
            }
            let state = VersionedState(bytes)
            let own = cpl_version(handle)
            guard state.version <= own else { throw newer(state.version, own, key) }
            if state.version < own { cpl_answer_version(handle, state.version) }
            state.json.withUnsafeBufferPointer { cpl_answer(handle, $0.baseAddress, $0.count) }
            return CPL_CALL_RETURNED
        } catch {
            return fail(error)
        }
    }

    fileprivate func scan(
        _ prefix: UnsafeBufferPointer<UInt8>, after: UnsafeBufferPointer<UInt8>, limit: Int
    ) -> cpl_call {
        do throws(PeriluneError) {
            let prefix = String(decoding: prefix, as: UTF8.self)
            let values = try context.store.values(
                script: script.name, prefix: prefix,
                after: after.isEmpty ? nil : prefix + String(decoding: after, as: UTF8.self),
                limit: limit)
            writer.removeAll()
            writer.list(values) { writer, value in
                let name = value.key.utf8.dropFirst(prefix.utf8.count)
                writer.write(String(Substring(name)))
                writer.write(String(decoding: value.value, as: UTF8.self))
            }
            writer.bytes.withUnsafeBufferPointer { cpl_answer(handle, $0.baseAddress, $0.count) }
            return CPL_CALL_RETURNED
        } catch {
            return fail(error)
        }
    }

    fileprivate func save(
        _ key: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>?,
        lifetime: Int64, isMember: Bool
    ) {
        let version = isMember ? 1 : cpl_version(handle)
        changes.append(
            StateChange(
                script: script.name, key: String(decoding: key, as: UTF8.self),
                value: text.map { VersionedState.bytes(json: Array($0), version: version) },
                expiry: lifetime == 0
                    ? nil : StateExpiry(changed: cpl_state_clock(handle) / 1000, lifetime: lifetime)
            ))
    }

    private func newer(_ found: Int64, _ own: Int64, _ key: String) -> PeriluneError {
        PeriluneError(
            "state.newer",
            "the saved state of '\(key)' has version \(found), but the script has version \(own)",
            at: .init(file: script.path),
            hint:
                "restore the newer script, or raise this one's version above \(found) and let its migrate read state of version \(found)"
        )
    }
}

extension PeriluneError {
    fileprivate static let notUnicode = PeriluneError(
        "state.key", "the keys of state, and the ordering key, must be UTF-8")
}

let loadState:
    @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<UInt8>?, Int, Bool) ->
        cpl_call = { context, _, key, length, isMember in
            let key = UnsafeBufferPointer(start: key, count: length)
            return luaState(context)?.load(key, isMember: isMember) ?? CPL_CALL_FAILED
        }

let scanState:
    @convention(c) (
        UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<UInt8>?, Int,
        UnsafePointer<UInt8>?, Int, Int
    ) -> cpl_call = { context, _, prefix, length, after, afterLength, limit in
        luaState(context)?.scan(
            UnsafeBufferPointer(start: prefix, count: length),
            after: UnsafeBufferPointer(start: after, count: afterLength), limit: limit)
            ?? CPL_CALL_FAILED
    }

let saveState:
    @convention(c) (
        UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<UInt8>?, Int,
        UnsafePointer<UInt8>?, Int, Int64, Bool
    ) -> Void = { context, _, key, keyLength, text, length, lifetime, isMember in
        luaState(context)?.save(
            UnsafeBufferPointer(start: key, count: keyLength),
            text.map { UnsafeBufferPointer(start: $0, count: length) },
            lifetime: lifetime, isMember: isMember)
    }
