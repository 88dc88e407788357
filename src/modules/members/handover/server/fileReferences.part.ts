import { defineFileReferences } from '#modules/files/server/references.ts'
import { handover } from '#modules/members/server/tables.ts'

defineFileReferences(handover.fileIds)
