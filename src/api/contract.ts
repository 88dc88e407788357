import type { Key } from '#lib/contract.ts'
import { accountsContract } from '#modules/accounts/contract.ts'
import { certificatesContract } from '#modules/certificates/contract.ts'
import { contentContract } from '#modules/content/contract.ts'
import { filesContract } from '#modules/files/contract.ts'
import { membershipContract } from '#modules/membership/contract.ts'
import { homeContract } from '#modules/home/contract.ts'
import { personnelContract } from '#modules/personnel/contract.ts'
import { qualificationsContract } from '#modules/qualifications/contract.ts'
import { searchContract } from '#modules/search/contract.ts'
import { settingsContract } from '#modules/settings/contract.ts'
import { trainingContract } from '#modules/training/contract.ts'

/** Everything the server answers. Pages import only its type, so that no schema reaches a visitor's browser. */
export const contract = {
  ...settingsContract,
  ...accountsContract,
  ...filesContract,
  ...certificatesContract,
  ...contentContract,
  ...membershipContract,
  ...qualificationsContract,
  ...personnelContract,
  ...trainingContract,
  ...homeContract,
  ...searchContract,
}

export type ApiContract = typeof contract
export type ApiKey = keyof ApiContract & Key
