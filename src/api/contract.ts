import type { Key } from '#lib/contract.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { contentContract } from '#modules/content/contract.ts'
import { filesContract } from '#modules/files/contract.ts'
import { settingsContract } from '#modules/settings/contract.ts'

/** Everything the server answers. Pages import only its type, so that no schema reaches a visitor's browser. */
export const contract = {
  ...settingsContract,
  ...accountsContract,
  ...filesContract,
  ...contentContract,
}

export type ApiContract = typeof contract
export type ApiKey = keyof ApiContract & Key
