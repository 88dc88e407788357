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

/** All that a certificate says, in the order of the certificate; what it does not say is left out. */
export const factsOf = (of: Facts): [name: string, value: string][] =>
  (
    [
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
    ] satisfies [string, string][]
  ).filter(([, value]) => value !== '')
