/** Who owes and pays: an organisation, a person, or an account that is neither's. */
export const payerKinds = ['organisation', 'person', 'account'] as const
export type Payer = { kind: (typeof payerKinds)[number]; id: number }

type Owner = Record<'organisationId' | 'personId' | 'accountId', number | null>

/** The payer of a receivable or a payment; undefined where nobody knows. */
export function payerOf({ organisationId, personId, accountId }: Owner): Payer | undefined {
  if (organisationId !== null) return { kind: 'organisation', id: organisationId }
  if (personId !== null) return { kind: 'person', id: personId }
  return accountId === null ? undefined : { kind: 'account', id: accountId }
}

export const routeOfPayer = ({ kind, id }: Payer) => `/staff/payers/${kind}/${id}`
