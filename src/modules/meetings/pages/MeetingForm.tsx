import { useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { defineForm, type FormValues, fieldsIn, optionsOf } from '#lib/form/form.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import type { Meeting } from './StaffMeeting.tsx'

const field = fieldsIn('')
type Choices = Output<ApiContract['GET /staff/meeting/choices']>

/** Choices of a list of records, by their ids. */
export const optionsById = (list: Choices['bodies']) => list.map(({ id, name }) => ({ code: String(id), name }))

const meetingFields = (bodies: Choices['bodies'], isWritten: boolean) =>
  defineForm([
    field('title', '会议名称', { required: true, max: 60, hint: '如：第六届理事会第三次会议' }),
    field('bodyId', '机构', { kind: 'choice', required: true, options: optionsById(bodies) }),
    field('meetsOn', '日期', { kind: 'day', required: true }),
    field('isWritten', '召开方式', {
      kind: 'choice',
      required: true,
      options: optionsOf({ no: '集中开会', yes: '通讯表决：不集中开会，各席在截止以前逐项表决' }),
    }),
    ...(isWritten
      ? [
          field('votesUntil', '表决截止', {
            kind: 'moment',
            required: true,
            hint: '到时自动结束；开始表决以后不能再改',
          }),
        ]
      : [
          field('startsAt', '开始时间', { max: 5, hint: '例如 09:30' }),
          field('place', '地点', { max: 60 }),
          field('onlineUrl', '线上会议地址', {
            kind: 'url',
            max: 300,
            hint: '有线上参加方式的填写；应到人员由此进入即为线上到会',
          }),
        ]),
  ])

type Props = { of?: Meeting; close: () => void; changed?: () => void }

/** A meeting to come: what it is called, whose it is, when and where it meets. */
export function MeetingForm({ of, close, changed }: Props) {
  const navigate = useNavigate()
  const { data } = useApi('GET /staff/meeting/choices', {})
  const bodies = data?.bodies ?? []
  const save = async ({ title, bodyId, meetsOn, startsAt, place, onlineUrl, isWritten, votesUntil }: FormValues) => {
    const saved = await browserApi('POST /staff/meeting/save', {
      ...(of && { id: of.id, version: of.version }),
      title: String(title ?? ''),
      bodyId: Number(bodyId),
      meetsOn: String(meetsOn ?? ''),
      startsAt: String(startsAt ?? ''),
      place: String(place ?? ''),
      onlineUrl: String(onlineUrl ?? ''),
      isWritten: isWritten === 'yes',
      votesUntil: isWritten === 'yes' && votesUntil ? String(votesUntil) : null,
    })
    if (of) changed?.()
    else navigate(`/staff/meetings/${saved.id}`)
  }
  if (!data) return null
  return (
    <FormDialog
      title={of ? '修改会议信息' : '新建会议'}
      fields={values => meetingFields(bodies, values.isWritten === 'yes')}
      initial={{
        title: of?.title ?? '',
        bodyId: of ? String(of.bodyId) : '',
        meetsOn: of?.meetsOn ?? null,
        startsAt: of?.startsAt ?? '',
        place: of?.place ?? '',
        onlineUrl: of?.onlineUrl ?? '',
        isWritten: of?.isWritten ? 'yes' : 'no',
        votesUntil: of?.votesUntil ?? null,
      }}
      action={of ? '保存' : '新建'}
      send={save}
      close={close}
    />
  )
}
