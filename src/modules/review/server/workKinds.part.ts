import { defineWorkKinds } from '#modules/accounts/roles/server/workKinds.ts'
import { allKinds } from './applicationKinds.ts'

defineWorkKinds(() => allKinds().map(({ kind, name }) => ({ code: kind, name })))
