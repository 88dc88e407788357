import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import type { Api } from '#api/load.ts'
import { type Answer, useApi } from '#api/useApi.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import type { Moving, Removing, Saving } from '../records.ts'

/** Answers to the list of records, by type. */
type Lists = { [L in Output<ApiContract['GET /staff/record/list']> as L['type']]: L }
export type RecordType = keyof Lists
export type Records<T extends RecordType> = Lists[T]
export type RecordRow<T extends RecordType> = Records<T>['list'][number]

/** Lists the records of a type, or those of it within a group. */
export const listRecords = async <T extends RecordType>(api: Api, type: T, within?: string) =>
  (await api('GET /staff/record/list', { type, within })) as Records<T>

/** Loader of a screen for the records of a type. */
export const recordsLoader = <T extends RecordType>(type: T) => screenLoader(api => listRecords(api, type))

/** The records of a type, for a part of a screen. */
export const useRecords = <T extends RecordType>(type: T) =>
  useApi('GET /staff/record/list', { type }) as Answer<Records<T>>

/** Calls by which a desk (`useSiteDesk`) changes records of a type. */
export const recordCalls = (type: RecordType) => ({
  save: (sent: Saving) => browserApi('POST /staff/record/save', { type, ...sent }),
  move: (sent: Moving) => browserApi('POST /staff/record/move', { type, ...sent }),
  remove: (sent: Removing) => browserApi('POST /staff/record/remove', { type, ...sent }),
})
