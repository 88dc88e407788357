import { shareOfAmount } from '#lib/money.ts'
import type { ApplicationType } from '#modules/qualifications/applicationTypes.ts'

type Kind = { feeShares: Partial<Record<ApplicationType, number>>; levels: readonly { code: string; fee: number }[] }

/** Fee in yuan; 0 where an application of this type is free. */
export function feeOf({ feeShares, levels }: Kind, levelCode: string, type: ApplicationType): number {
  const fee = levels.find(({ code }) => code === levelCode)?.fee ?? 0
  return shareOfAmount(fee, feeShares[type] ?? 0, 100)
}
