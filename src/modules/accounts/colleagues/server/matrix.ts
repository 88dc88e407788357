import type { Contract, Endpoint } from '#lib/contract.ts'
import { permissions, roles } from '../permissions.ts'

/** Which role may call which endpoint of staff: read from the contract that the server itself goes by. */
export const matrixOf = (sections: Record<string, Contract>) => ({
  roles: Object.entries(roles).map(([code, { name, may }]) => ({ code, name, may: [...may] })),
  permissions: Object.entries(permissions).map(([code, name]) => ({ code, name })),
  endpoints: Object.entries(sections).flatMap(([section, contract]) =>
    (Object.entries(contract) as [string, Endpoint][])
      .filter(([, { who }]) => who.startsWith('staff'))
      .map(([key, { who, summary, confirm = false }]) => ({ key, section, summary, who, confirm })),
  ),
})
