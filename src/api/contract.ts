import type { Key } from '#lib/contract.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { certificatesContract } from '#modules/certificates/contract.ts'
import { contentContract } from '#modules/content/contract.ts'
import { filesContract } from '#modules/files/contract.ts'
import { personnelContract } from '#modules/personnel/contract.ts'
import { qualificationsContract } from '#modules/qualifications/contract.ts'
import { settingsContract } from '#modules/settings/contract.ts'
import { trainingContract } from '#modules/training/contract.ts'

/** Everything the server answers. Pages import only its type, so that no schema reaches a visitor's browser. */
export const contract = {
  ...settingsContract,
  ...accountsContract,
  ...filesContract,
  ...certificatesContract,
  ...contentContract,
  ...qualificationsContract,
  ...personnelContract,
  ...trainingContract,
}

export type ApiContract = typeof contract
export type ApiKey = keyof ApiContract & Key
