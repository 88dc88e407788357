import { type FormRow, type FormValues, rowsIn } from '#lib/form/form.ts'
import type { AwardLevel, EntryForm } from '../rules.ts'

/** Words on the certificate for the work and its winners, by the form of the entry. */
export const winnerWords: Record<EntryForm, { work: string; organisation: string; person: string }> = {
  project: { work: '获奖项目', organisation: '完成单位', person: '完成人' },
  paper: { work: '获奖论文', organisation: '作者单位', person: '作者' },
  report: { work: '获奖报告', organisation: '编制单位', person: '编制人员' },
  honour: { work: '表彰对象', organisation: '获奖单位', person: '获奖个人' },
}

export type WinningOrganisation = { name: string; creditCode: string | null }
export type WinningPerson = { name: string; organisationName: string }
export type Won = { organisations: WinningOrganisation[]; persons: WinningPerson[] }

/** Returns the holders of certificates of this level, in the order of the form, cut to the limits of the level. */
export function winnersIn(form: EntryForm, values: FormValues, { mostOrganisations, mostPersons }: AwardLevel): Won {
  const organisations = rowsIn(values, 'organisations').flatMap(row =>
    row.name ? [{ name: plain(row.name), creditCode: plain(row.creditCode) || null }] : [],
  )
  const persons = rowsIn(values, 'persons').flatMap(row => personIn(row, organisations[0]?.name))
  // The person is honoured if there is one; the organisation then only names the employer.
  const honoured = form === 'honour' && persons.length > 0 ? [] : organisations
  return {
    organisations: honoured.slice(0, mostOrganisations ?? undefined),
    persons: persons.slice(0, mostPersons ?? undefined),
  }
}

const personIn = (row: FormRow, first = ''): WinningPerson[] =>
  row.name ? [{ name: plain(row.name), organisationName: plain(row.organisation) || first }] : []

const plain = (value: unknown) => String(value ?? '').trim()

/** 科学技术奖·科技进步奖一等奖 */
export const awardName = (of: { kindName: string; subTypeName: string; levelName: string }) =>
  prizeName(of) + levelOver(of)

/** 先进个人 says already that it is 先进. */
const levelOver = (of: { kindName: string; subTypeName: string; levelName: string }) =>
  prizeName(of).includes(of.levelName) ? '' : of.levelName

/** 科学技术奖·科技进步奖 */
export const prizeName = ({ kindName, subTypeName }: { kindName: string; subTypeName: string }) =>
  [kindName, subTypeName].filter(Boolean).join('·')

/** Text on a certificate under the holder's name, one line per fact. */
export type Place = { work: string; name: string; year: number; role: string; place: number; all: number }
export const scopeOf = ({ work, name, year, role, place, all }: Place) =>
  [`${work}：${name}`, `年度：${year} 年度`, `名次：${role}，第 ${place}（共 ${all}）`].join('\n')
