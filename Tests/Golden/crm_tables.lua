---@meta
-- Written by `perilune crm generate`; write again rather than change.

--- A record as a lookup names it; any record can stand for it.
---@class crm.Reference
---@field logicalname string the table
---@field id string
---@field name? string as people see it

---@alias crm.lead.leadqualitycode
---| 1 # Hot
---| 2 # Warm
---| 3 # Cold

---@alias crm.lead.new_task
---| 1 # None
---| 2 # 1st
---| 3 # Default
---| 4 # 日本
---| 5 # B2B / B2C
---| 6 # B2B-B2C
---| -1
---| 7 # UPPER

---@alias crm.lead.statecode
---| 0 # Open
---| 2 # Disqualified

---@alias crm.lead.statuscode
---| 1 # New
---| 6 # No Longer Interested

---@alias crm.lead.attribute
---| "leadid"
---| "subject"
---| "address1_city"
---| "sic"
---| "default"
---| "entity"
---| "id"
---| "utcconversiontimezonecode"
---| "versionnumber"
---| "latitude"
---| "exchangerate"
---| "revenue"
---| "donotemail"
---| "createdon"
---| "entityimage"
---| "ownerid"
---| "parentid"
---| "new_tags"
---| "managed"
---| "bare"
---| "leadqualitycode"
---| "new_task"
---| "statecode"
---| "statuscode"

---@class crm.lead.attributes
---@field leadid? string LeadId
---@field subject? string Topic */ } // none
---@field address1_city? string Address 1: City
---@field sic? string SIC
---@field default? string default
---@field entity? string Entity
---@field id? integer Id
---@field utcconversiontimezonecode? integer UTCConversionTimeZoneCode
---@field versionnumber? integer VersionNumber
---@field latitude? number Latitude
---@field exchangerate? number|string ExchangeRate
---@field revenue? number|string Revenue
---@field donotemail? boolean DoNotEMail
---@field createdon? string Created On
---@field entityimage? string EntityImage
---@field ownerid? crm.Reference OwnerId: systemuser, team
---@field parentid? crm.Reference ParentId: lead
---@field new_tags? integer[] new_tags
---@field managed? boolean Managed
---@field bare? integer Bare
---@field leadqualitycode? crm.lead.leadqualitycode Rating
---@field new_task? crm.lead.new_task new_task
---@field statecode? crm.lead.statecode Status
---@field statuscode? crm.lead.statuscode Status Reason

--- Lead
---@class crm.lead: crm.lead.attributes, crm.Reference

---@alias crm.task.attribute
---| "activityid"
---| "regardingobjectid"
---| "to"

---@class crm.task.attributes
---@field activityid? string ActivityId
---@field regardingobjectid? crm.Reference RegardingObjectId: lead
---@field to? crm.Reference[] To

--- Task
---@class crm.task: crm.task.attributes, crm.Reference

---@class perilune.crm
local crm = {}

---@overload fun(entity: "lead", attributes: crm.lead.attributes, options?: table): string
---@overload fun(entity: "task", attributes: crm.task.attributes, options?: table): string
function crm.create(entity, attributes, options) end

---@overload fun(entity: "lead", record: string|crm.Reference, columns?: crm.lead.attribute[], options?: table): crm.lead
---@overload fun(entity: "task", record: string|crm.Reference, columns?: crm.task.attribute[], options?: table): crm.task
function crm.retrieve(entity, record, columns, options) end

---@overload fun(query: "lead", options?: { select?: string|crm.lead.attribute[], filter?: string, orderby?: string, top?: integer, count?: integer, formatted?: boolean, organization?: string }): fun(): crm.lead?
---@overload fun(query: "task", options?: { select?: string|crm.task.attribute[], filter?: string, orderby?: string, top?: integer, count?: integer, formatted?: boolean, organization?: string }): fun(): crm.task?
function crm.retrieveMultiple(query, options) end

---@overload fun(entity: "lead", record: string|crm.Reference, attributes: crm.lead.attributes, options?: table)
---@overload fun(entity: "task", record: string|crm.Reference, attributes: crm.task.attributes, options?: table)
function crm.update(entity, record, attributes, options) end

