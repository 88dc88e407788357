import { defineFileReferences } from '#modules/files/server/references.ts'
import { memberStyle } from './tables.ts'

defineFileReferences(memberStyle.content, memberStyle.imageIds)
