import { type Contract, type Endpoint, withTypeAccess } from '../../src/lib/contract.ts'

/** All calls; one for several types of record once for each, with the access of that type: `POST /staff/record/save link`. */
export const callsByType = (contract: Contract): [call: string, Endpoint][] =>
  Object.entries(contract).flatMap(([key, endpoint]: [string, Endpoint]) =>
    endpoint.byType
      ? Object.keys(endpoint.byType).map((type): [string, Endpoint] => [
          `${key} ${type}`,
          withTypeAccess(endpoint, { type }),
        ])
      : [[key, endpoint]],
  )
