import './profileFields.css'
import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { OwnFields } from '#modules/ownFields/pages/OwnFields.tsx'
import { listRecords, type Records } from '#modules/settings/pages/recordCalls.ts'
import { RecordHistory } from '#modules/settings/pages/SiteHistory.tsx'
import { Facts } from '#ui/Facts.tsx'
import { RecordForm } from '#ui/form/RecordForm.tsx'
import { StatusMessage } from '#ui/StatusMessage.tsx'
import { FilterTabs } from '#ui/table/Filter.tsx'
import { demandNames, ORGANISATION, PERSON } from '../profileRules.ts'
import type { Route } from './+types/StaffProfileFields'

export { staffProfileFields as handle } from './screens.ts'

/** Which record has a profile form of the program, too. */
const PROFILES = { [ORGANISATION]: 'organisationProfile', [PERSON]: 'personProfile' } as const
type ProfileType = (typeof PROFILES)[keyof typeof PROFILES]

export const clientLoader = screenLoader(async (api, { query }) => {
  const own = await listRecords(api, 'ownField', query.get('type') ?? undefined)
  const profile = (PROFILES as Record<string, ProfileType | undefined>)[own.chosen]
  return { own, profile: profile ? await listRecords(api, profile) : null }
})

/** 自定义栏目: fields of the association's own, and what the profile asks, one type of record at a time. */
export default function StaffProfileFields({ loaderData: { own, profile } }: Route.ComponentProps) {
  const { chosen, types } = own
  return (
    <>
      <FilterTabs
        name="登记"
        chosen={chosen}
        options={types.map(({ type, name }) => ({ value: type, name, to: `?type=${type}` }))}
      />
      <OwnFields key={chosen} listed={own} />
      {profile && <ProfileFields key={profile.type} listed={profile} />}
    </>
  )
}

/** The program's own fields of the profile: each required, optional or not asked. */
function ProfileFields({ listed }: { listed: Records<ProfileType> }) {
  const answer = useLoaded(listed)
  const [isEditing, edit] = useState(false)
  const [said, say] = useState('')
  const { type, fields, list, fixed } = answer.data ?? listed
  const [row] = list
  const { id, name, values, version } = row!
  const save = async (form: typeof values, seen: string | undefined) => {
    await browserApi('POST /staff/record/save', { type, id, version: seen, form })
    edit(false)
    say(`${name}的栏目已保存`)
    answer.reload()
  }
  const among = (demand: string) =>
    fields
      .filter(field => values[field.name] === demand)
      .map(({ label }) => label)
      .join('、')
  return (
    <>
      <section className="desk-card profile-fields" id="builtIn">
        <div className="desk-card-head">
          <h2>{name}的固有栏目</h2>
          {!isEditing && <Button onClick={() => edit(true)}>修改必填与不问</Button>}
        </div>
        <p>
          单位或本人填写资料、申请入会时照此询问。不问的栏目不再出现在表单和导入模板里，已登记的内容保留，工作人员仍看得到。
        </p>
        {isEditing ? (
          <RecordForm
            fields={fields}
            values={values}
            version={version}
            save={save}
            reload={answer.reload}
            onCancel={() => edit(false)}
          />
        ) : (
          <Facts facts={Object.entries(demandNames).map(([code, label]) => [label, among(code)] as const)} />
        )}
        <p>以下栏目固定：{fixed.map(({ label, why }) => `${label}（${why}）`).join('、')}。</p>
        <StatusMessage>{said}</StatusMessage>
      </section>
      <RecordHistory type={type} title="固有栏目的修改记录" seen={list} done={answer.reload} />
    </>
  )
}
