import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import type { Subject } from './desking.ts'

export type Result = Output<ApiContract['POST /staff/review/bulk']>[number]

/** What became of each, under the name that the list shows. */
export const named = (of: readonly Pick<Subject, 'id' | 'title'>[], results: readonly Result[]) =>
  results.map(result => ({ ...result, name: of.find(({ id }) => id === result.id)!.title }))
