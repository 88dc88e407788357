import { defineFileReferences } from '#modules/files/server/references.ts'
import { application, applicationEvent, objection } from './tables.ts'

defineFileReferences(application.form, application.materials, applicationEvent.form, applicationEvent.materials)
defineFileReferences(objection.fileIds)
