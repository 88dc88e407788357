import { Link, useSearchParams } from 'react-router'
import { screenLoader } from '#layouts/screenLoader.ts'
import {
  type ApplicationType,
  applicationTypeNames,
  applicationTypes,
  isAboutCertificate,
} from '#modules/qualifications/applicationTypes.ts'
import type { Route } from './+types/MyQualificationNew'
import type { Choose, Chosen } from './applicationChoice.ts'
import { Choices } from './Choices.tsx'
import { ChooseCertificate } from './ChooseCertificate.tsx'
import { ChooseKind } from './ChooseKind.tsx'
import { OrganisationsOnly } from './OrganisationsOnly.tsx'
import './qualification.css'

export { afterActionsOnly as shouldRevalidate } from '#layouts/shouldRevalidate.ts'
export { myQualificationNew as handle } from '#modules/qualifications/pages/screens.ts'

export const clientLoader = screenLoader(async api => {
  const [groups, certificates] = await Promise.all([
    api('GET /qualification/group/list', {}),
    api('GET /member/qualification/list', {}),
  ])
  return { groups, certificates }
})

/** 旧证补录 has a page of its own, open to everybody. */
const types = applicationTypes.filter(type => type !== 'legacy')

const notes: Partial<Record<ApplicationType, string>> = {
  initial: '第一次申请某一种类的能力评价',
  renewal: '证书到期前，延续原级别',
  upgrade: '在原种类上申请更高级别',
  extraScope: '在原级别上增加允许范围',
  change: '单位名称、地址、法定代表人等已变更',
  annualReport: '每年报告人员、设备与业绩情况',
  replacement: '证书遗失或损毁，补发一份',
  cancellation: '不再从事，主动交回证书',
}

/**
 * Chooses what to apply for, step by step, with the state in the address; conditions of each level are shown before
 * anything is filled in.
 */
export default function MyQualificationNew({ loaderData: { groups, certificates } }: Route.ComponentProps) {
  const [query, setQuery] = useSearchParams()
  const number = (name: string) => Number(query.get(name)) || undefined
  const type = types.find(one => one === query.get('type')) ?? 'initial'
  const chosen: Chosen = {
    type,
    groupId: number('groupId'),
    childId: number('childId'),
    levelId: number('levelId'),
    certId: number('certId'),
  }
  const choose: Choose = changed => {
    const next = new URLSearchParams(query)
    for (const [name, value] of Object.entries(changed)) {
      if (value === undefined) next.delete(name)
      else next.set(name, String(value))
    }
    setQuery(next, { replace: true, preventScrollReset: true })
  }
  return (
    <OrganisationsOnly>
      <section className="centre-card">
        <Choices
          legend="申请什么"
          choices={types.map(value => ({ value, name: applicationTypeNames[value], note: notes[value] }))}
          value={type}
          onChange={value => choose({ type: value as ApplicationType, levelId: undefined })}
        />
        <p className="choices-more">
          持有协会早年颁发的证书、在“我的证书”里看不到的，请先办理
          <Link to="/admin/publicity/qualification/old">旧证补录</Link>。
        </p>
      </section>
      {isAboutCertificate(type) ? (
        <ChooseCertificate certificates={certificates} chosen={chosen} groups={groups} choose={choose} />
      ) : (
        <ChooseKind chosen={chosen} groups={groups} choose={choose} />
      )}
    </OrganisationsOnly>
  )
}
