internal import CPeriluneLua

/// Finds the script and the line that run on a thread.
///
/// The C handler of fatal signals calls it.
package let runningScriptPlace:
    @convention(c) (UnsafeMutablePointer<CChar>?, Int, UnsafeMutablePointer<Int32>?) -> Bool = {
        script, room, line in
        cpl_running_place(script, room, line)
    }
