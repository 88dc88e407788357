import { asStaff, staffWith } from '../../support/make.ts'
import { setUpSite, site } from '../site.ts'

export function setUpResults() {
  setUpSite({ demo: true })
}

export type Staff = Awaited<ReturnType<typeof asStaff>>
export const aTrainer = async () => asStaff(site, await staffWith(site, ['trainer']))

export type Score = {
  participantId: number
  theory?: string
  practice?: string
  isAbsent?: boolean
  seen?: number | null
}
export const save = (by: Staff, id: number, rows: Score[], more = {}) =>
  by.post('/staff/training/scores/save', { id, rows, ...more })
export const scoresOf = async (by: Staff, id: number, query = {}) =>
  (await by.get('/staff/training/scores', { id, pageSize: 100, ...query })).data.list
export const rowOf = async (by: Staff, id: number, participantId: number) =>
  (await scoresOf(by, id)).find((row: { id: number }) => row.id === participantId)
export const head = async (by: Staff, id: number) => (await by.get('/staff/training/results', { id })).data
