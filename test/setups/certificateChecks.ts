import { beforeAll } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { enterCertificates, type NewCertificate, recordEvent } from '#modules/certificates/server/register.ts'
import { setUpSite, site } from './site.ts'

export const now = new Date()
export const daysAgo = (days: number) => addDays(dayOf(now), -days)

export let ids: Record<string, number>
export const writing = () => ({ db: site.services.db, now })

export const company: NewCertificate = {
  register: 'qualification',
  number: 'CBWA-QX01-A-2024-0012',
  holderName: '北京清源锅炉清洗有限公司',
  organisationName: '北京清源锅炉清洗有限公司',
  creditCode: '91110105MA00DEM14D',
  provinceCode: '110000',
  groupCode: 'QX',
  groupName: '清洗类',
  kindCode: 'QX01',
  kindName: '锅炉化学清洗单位',
  levelCode: 'A',
  levelName: 'A级',
  scope: '各种额定压力的锅炉',
  issuer: '锅炉协会',
  issuedOn: daysAgo(400),
  validFrom: daysAgo(400),
  validTo: daysAgo(-1060),
  publishedAt: now,
}
export const person: NewCertificate = {
  ...company,
  register: 'personnel',
  number: 'HQ1-2024-32-00018',
  holderName: '欧阳晓明',
  creditCode: null,
  groupCode: 'HQ',
  groupName: '化学清洗人员',
  kindCode: 'HQ1',
  kindName: '清洗项目负责人',
  levelCode: '',
  levelName: '',
  scope: '',
}

export function setUpCertificateChecks() {
  setUpSite()
  beforeAll(async () => {
    const [lower] = await enterCertificates(writing(), [
      { ...company, number: 'CBWA-QX01-C-2023-0003', levelName: 'C级' },
    ])
    const [middle] = await enterCertificates(writing(), [
      { ...company, number: 'CBWA-QX01-B-2023-0004', levelName: 'B级', replacesId: lower!.id },
    ])
    const entered = await enterCertificates(writing(), [
      { ...company, replacesId: middle!.id },
      person,
      { ...company, number: '锅清(A)字第0123号', source: 'legacy', validTo: daysAgo(30) },
      { ...company, number: 'CBWA-QX02-D-2024-0062' },
    ])
    ids = Object.fromEntries([lower!, middle!, ...entered].map(({ id, number }) => [number, id]))
    await recordEvent(writing(), lower!.id, { kind: 'replaced', effectiveOn: daysAgo(390), reason: '升级为B级' })
    await recordEvent(writing(), middle!.id, { kind: 'replaced', effectiveOn: daysAgo(380), reason: '升级为A级' })
    await recordEvent(writing(), ids['CBWA-QX02-D-2024-0062']!, {
      kind: 'revoked',
      effectiveOn: daysAgo(100),
      reason: '提供虚假业绩',
    })
  })
}
