import { longDay } from '#lib/dates.ts'

type Facts = {
  register: string
  certNo: string
  holderName: string
  orgName: string
  creditCode: string | null
  provinceName: string
  groupName: string
  kindName: string
  levelName: string
  scope: string
  issuer: string
  issueDate: string
  validFrom: string
  validTo: string | null
}

/** Parses the scope of an award's certificate or a letter of appointment, one fact per line: 获奖项目：…, 届次：…. */
export const scopeFacts = (scope: string): [name: string, value: string][] =>
  scope.split('\n').flatMap(line => {
    const [, name, value] = line.match(/^(.{1,8}?)：(.*)/) ?? []
    return name && value ? [[name, value]] : []
  })

/** Lists the facts of a certificate in its order, without the empty ones. */
export const factsOf = (of: Facts): [name: string, value: string][] =>
  (factsBy[of.register] ?? commonFacts)(of).filter(([, value]) => value !== '')

const awardFacts = (of: Facts): [string, string][] => [
  ['证书编号', of.certNo],
  ['获奖者', of.holderName],
  ['工作单位', of.orgName === of.holderName ? '' : of.orgName],
  ['统一社会信用代码', of.creditCode ?? ''],
  ['奖项', of.kindName],
  ['等级', of.levelName],
  ...scopeFacts(of.scope),
  ['颁发机构', of.issuer],
  ['颁发日期', longDay(of.issueDate)],
  ['有效期', '永久有效'],
]

const commonFacts = (of: Facts): [string, string][] => [
  ['证书编号', of.certNo],
  ['持证者', of.holderName],
  [of.register === 'personnel' ? '发证时所在单位' : '单位名称', of.orgName === of.holderName ? '' : of.orgName],
  ['统一社会信用代码', of.creditCode ?? ''],
  ['地区', of.provinceName],
  ['类别', of.groupName === of.kindName ? of.kindName : `${of.groupName} · ${of.kindName}`],
  ['级别', of.levelName],
  ['范围', of.scope],
  ['发证机构', of.issuer],
  ['发证日期', longDay(of.issueDate)],
  ['有效期', `${longDay(of.validFrom)} 至 ${of.validTo ? longDay(of.validTo) : '长期'}`],
]

const appointmentFacts = (of: Facts): [string, string][] => [
  ['证书编号', of.certNo],
  ['受聘人', of.holderName],
  ['工作单位', of.orgName === of.holderName ? '' : of.orgName],
  ['聘书', of.kindName],
  ['职务', of.levelName],
  ...scopeFacts(of.scope),
  ['颁发机构', of.issuer],
  ['颁发日期', longDay(of.issueDate)],
  ['任期', `${longDay(of.validFrom)} 至 ${of.validTo ? longDay(of.validTo) : '另行通知'}`],
]

const factsBy: Record<string, typeof commonFacts> = { award: awardFacts, appointment: appointmentFacts }
