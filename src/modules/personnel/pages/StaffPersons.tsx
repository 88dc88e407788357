import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { useSubmit } from '#api/useApi.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { FormField } from '#lib/form/form.ts'
import { HolderPicker } from '#modules/certificates/issuing/pages/HolderPicker.tsx'
import { RemindOfEnd } from '#modules/certificates/issuing/pages/RemindOfEnd.tsx'
import { RegisterForm } from '#modules/members/pages/RegisterForm.tsx'
import { TagMany } from '#modules/members/pages/TagMany.tsx'
import { WriteToChosen } from '#modules/messages/pages/WriteToChosen.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { personFilters } from '../personFilters.ts'
import type { Route } from './+types/StaffPersons'
import { persons } from './registers.ts'

export { staffPersons as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, address) => {
  if (address.query.has('new')) return { blank: await api('GET /staff/person/blank', {}) }
  const [list, kinds, tags] = await Promise.all([
    persons.load(api, address),
    api('GET /staff/person/kinds', {}),
    api('GET /staff/person/tags', {}),
  ])
  return { ...list, kinds, tags }
})

/** Register of persons; `?new=1` opens the form for a new one. */
export default function StaffPersons({ loaderData: list }: Route.ComponentProps) {
  const navigate = useNavigate()
  if (list.blank) return <NewPerson fields={list.blank.fields} />
  const { kinds, tags } = list
  return (
    <RegisterTable
      of={persons}
      loaded={list}
      unit="人"
      filters={registerFilters(personFilters, { kindCode: kinds, validKindCode: kinds, tag: tags })}
      acts={(rows, done) => {
        const chosen = { register: 'person', ids: rows.map(({ id }) => id), sent: done }
        return (
          <>
            <TagMany
              rows={rows}
              done={done}
              unit="人"
              where="人员名册"
              tags={tags}
              send={asked => browserApi('POST /staff/person/tag', asked)}
            />
            <RemindOfEnd {...chosen} />
            <WriteToChosen {...chosen} />
          </>
        )
      }}
      actions={
        <Button type="primary" onClick={() => navigate('?new=1')}>
          新增人员
        </Button>
      }
      empty={{ title: '还没有人员', children: <p>可以在这里新增，或由“批量导入”登记。</p> }}
      cells={{
        employerName: ({ organisationId, cells }) =>
          organisationId ? (
            <Link to={`/staff/organisations/${organisationId}`}>{cells.employerName}</Link>
          ) : (
            cells.employerName
          ),
      }}
      below={<p>“完整姓名”一栏也可填写完整的手机或证件号码；为保护个人信息，不按其中一部分查找。</p>}
    />
  )
}

/** A person who is not in the register yet; one who is, is told. */
function NewPerson({ fields }: { fields: readonly FormField[] }) {
  const navigate = useNavigate()
  const [organisationId, employ] = useState<number | null>(null)
  const sending = useSubmit('POST /staff/person/add')
  const save = async (form: Record<string, unknown>) => {
    const done = await sending.submit({ form, organisationId })
    if (done) navigate(`/staff/persons/${done.id}`)
    return done !== undefined
  }
  const known = sending.error?.code === 409 ? sending.error.message.match(/“(.+)”/)?.[1] : undefined
  return (
    <section className="desk-card">
      <h2>新增人员</h2>
      <p>姓名、证件和地区必填，其余可以以后补充。</p>
      <RegisterForm
        name="new-person"
        fields={fields}
        save={save}
        sending={sending}
        cancel={() => navigate('/staff/persons')}
      >
        <HolderPicker
          kind="organisation"
          name="organisationId"
          label="在册的工作单位"
          hint="选择后，这个人列入该单位的档案；单位缺的人员因此补齐的，单位收到消息"
          value={organisationId}
          onChange={employ}
          error={sending.fields.organisationId}
        />
        {known && (
          <p>
            <Link to={`/staff/persons?key=${encodeURIComponent(known)}`}>在列表中找到这个人</Link>
          </p>
        )}
      </RegisterForm>
    </section>
  )
}
