import { documentVersion } from '#modules/accounts/documents/server/tables.ts'
import { setting } from '#modules/settings/server/tables.ts'
import { defineFileReferences } from './references.ts'

// References of modules below this one, which cannot import it.
defineFileReferences(setting.value, documentVersion.text)
