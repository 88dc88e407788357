import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { saveFile } from '#api/file.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { dayOf } from '#lib/dates.ts'
import type { FormField } from '#lib/form/form.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { WriteToChosen } from '#modules/messages/pages/WriteToChosen.tsx'
import { SaveButton } from '#ui/form/SaveButton.tsx'
import { ActsOnMany } from '#ui/register/ActsOnMany.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { StateTag } from '#ui/Tag.tsx'
import { appointmentFilters } from '../appointmentFilters.ts'
import type { Route } from './+types/StaffAppointments'
import { AppointmentForm } from './AppointmentForm.tsx'
import { appointmentTones } from './appointmentTones.ts'
import { appointments } from './registers.ts'

export { staffAppointments as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, address) => {
  const choices = await api('GET /staff/appointment/choices', {})
  return address.query.has('new') ? { choices } : { choices, ...(await appointments.load(api, address)) }
})

const END_FIELDS: FormField[] = [
  { name: 'toDay', label: '最后一天', section: '', kind: 'day', required: true, hint: '任职到这一天为止' },
  reasonField('记为离任原因'),
]

const LETTERS_INTRO =
  '取号并按版式签发，本人（没有账号的，其单位）收到消息，可凭编号或扫码查验。登记有变动的，换发并注明替代；职务不发聘书的不签发。'

/** 任职名册: who holds which post, today or on the day that is asked; with `?new=1` the form of an appointment. */
export default function StaffAppointments({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { choices } = loaderData
  if (!('page' in loaderData))
    return (
      <AppointmentForm
        choices={choices}
        done={id => navigate(`/staff/appointments/${id}`)}
        cancel={() => navigate('/staff/appointments')}
      />
    )
  const bodyName = (id: number) => choices.bodies.find(one => one.id === id)?.name ?? ''
  const named = (rows: { id: number; name: string; bodyId: number }[]) =>
    rows.map(({ id, name, bodyId }) => ({ code: String(id), name: `${bodyName(bodyId)}　${name}` }))
  return (
    <RegisterTable
      of={appointments}
      loaded={loaderData}
      unit="项任职"
      filters={registerFilters(appointmentFilters, {
        bodyId: choices.bodies.map(({ id, name }) => ({ code: String(id), name })),
        postId: named(choices.posts),
        termId: named(choices.terms),
        organisationId: [],
      })}
      acts={(rows, done) => (
        <>
          <ActsOnMany
            rows={rows}
            nameOf={({ personName, postName }) => `${personName}（${postName}）`}
            unit="项任职"
            acts={[
              {
                code: 'end',
                name: '结束任职',
                intro: '这些任职到所填的一天为止，席位、表决权和公开名单随之变动；可以撤回。',
                fields: END_FIELDS,
                initial: { toDay: dayOf(new Date()) },
                back: '这些任职恢复到届满为止；已有人接替的不能恢复。',
              },
            ]}
            send={(_, ids, { toDay, reason }) =>
              browserApi('POST /staff/appointment/bulk', {
                ids,
                toDay: String(toDay ?? ''),
                reason: String(reason ?? ''),
              })
            }
            takeBack={(_, ended) =>
              browserApi('POST /staff/appointment/resumeMany', { ids: ended.map(({ id }) => id) })
            }
            changed={done}
          />
          <ActsOnMany
            rows={rows}
            nameOf={({ personName, postName }) => `${personName}（${postName}）`}
            unit="份聘书"
            acts={[{ code: 'issue', name: '签发聘书', intro: LETTERS_INTRO, fields: [] }]}
            send={(_, ids) => browserApi('POST /staff/appointment/letter/issue', { ids })}
            callOf={(_, ids) => ({ call: 'POST /staff/appointment/letter/issue', input: { ids } })}
            changed={done}
          />
          <SaveButton
            save={() => saveFile('GET /staff/appointment/letter/files', { ids: rows.map(({ id }) => id).join(',') })}
          >
            下载聘书
          </SaveButton>
          <WriteToChosen register="appointment" ids={rows.map(({ id }) => id)} sent={done} />
        </>
      )}
      actions={
        <>
          <Link to="/staff/bodies">组织机构</Link>
          <Button type="primary" onClick={() => navigate('?new=1')}>
            任命
          </Button>
        </>
      }
      empty={{
        title: '没有任职',
        children: (
          <p>
            先在<Link to="/staff/bodies">组织机构</Link>设职务和届次，再逐人任命，或在“批量导入”导入现有名单。
          </p>
        ),
      }}
      cells={{ stateName: row => <StateTag of={row} tones={appointmentTones} /> }}
    />
  )
}
