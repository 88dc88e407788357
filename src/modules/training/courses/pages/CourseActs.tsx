import { useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { shortDay } from '#lib/dates.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { typedKeys } from '#lib/keys.ts'
import { type ActOnOne, ActsOnOne } from '#ui/register/ActsOnOne.tsx'
import type { CourseAct } from '../contract.ts'
import { DESK, type StaffCourseDetail } from './courseViews.ts'

type Props = { of: StaffCourseDetail; done: (words: string) => void; reload: () => void }
type Act = {
  name: string
  /** What it brings about. */
  intro: (of: StaffCourseDetail) => string
  said: string
  danger?: boolean
  fields?: readonly FormField[]
  initial?: (of: StaffCourseDetail) => FormValues
}

const field = (of: Partial<FormField> & Pick<FormField, 'name' | 'label' | 'kind'>): FormField => ({
  section: '',
  required: true,
  ...of,
})

const acts: Record<CourseAct, Act> = {
  publish: {
    name: '公布',
    intro: () => '公布后，网站上立即可以看到这个班；到了报名开始时间即可报名。',
    said: '已公布',
  },
  close: { name: '立即截止报名', intro: () => '现在起不再接受报名；已提交的报名照常办理。', said: '报名已截止' },
  reopen: {
    name: '改报名截止日',
    intro: () => '到截止日当天 24 时（北京时间）为止可以报名。',
    said: '报名截止日已改',
    fields: [field({ name: 'deadline', label: '新的截止日', kind: 'day' })],
    initial: of => ({ deadline: shortDay(of.applyUntil) }),
  },
  quota: {
    name: '增减名额',
    intro: of => `现有 ${of.quota} 个，已占用 ${of.enrolled} 个。增加的名额依次递补给候补者，并通知他们确认。`,
    said: '名额已改',
    fields: [field({ name: 'quota', label: '名额', kind: 'number', unit: '人' })],
    initial: of => ({ quota: of.quota }),
  },
  withdraw: {
    name: '撤下',
    intro: () => '还没有人报名。撤下后网站上不再显示，恢复为草稿。',
    said: '已撤下，恢复为草稿',
  },
  cancel: {
    name: '取消培训班',
    intro: of =>
      `这个班有 ${of.registrations} 份报名，其中有效的全部取消并通知报名人，已缴费的列入待退费。取消后不能恢复。`,
    said: '培训班已取消，报名人已通知',
    danger: true,
    fields: [field({ name: 'reason', label: '原因', kind: 'paragraph', max: 300, hint: '报名人会看到' })],
  },
  remove: { name: '删除草稿', intro: () => '删除后不能恢复。', said: '', danger: true },
}

/** What may be done to a course now, each after saying what it brings about. */
export function CourseActs({ of, done, reload }: Props) {
  const navigate = useNavigate()
  const send = async (act: CourseAct, values: FormValues) => {
    await post(act, { id: of.id, version: of.version }, values)
    if (act === 'remove') return void navigate(DESK)
    done(acts[act].said)
  }
  const actOf = (act: CourseAct): ActOnOne => ({
    ...acts[act],
    intro: acts[act].intro(of),
    initial: acts[act].initial?.(of),
    isMain: act === 'publish',
    disabled: act === 'publish' && of.missing.length > 0,
  })
  const possible = typedKeys(acts).filter(act => of.canDo.includes(act))
  return <ActsOnOne possible={possible} actOf={actOf} called={of.title} send={send} reload={reload} />
}

type Seen = { id: number; version: number }

function post(act: CourseAct, seen: Seen, { deadline, quota, reason }: FormValues): Promise<unknown> {
  switch (act) {
    case 'reopen':
      return browserApi('POST /staff/training/course/reopen', { ...seen, deadline: String(deadline ?? '') })
    case 'quota':
      return browserApi('POST /staff/training/course/quota', { ...seen, quota: String(quota ?? '') })
    case 'cancel':
      return browserApi('POST /staff/training/course/cancel', { ...seen, reason: String(reason ?? '') })
    default:
      return browserApi(`POST /staff/training/course/${act}`, seen)
  }
}
