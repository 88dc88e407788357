import { documentVersion } from '#modules/accounts/documents/server/tables.ts'
import { setting } from '#modules/settings/server/tables.ts'
import { defineFileReferences } from './references.ts'

// Of the modules that this one builds on, which do not know it.
defineFileReferences(setting.value, documentVersion.text)
