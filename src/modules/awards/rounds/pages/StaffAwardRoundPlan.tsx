import { Button } from 'antd'
import { useState } from 'react'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { type RoundKind, roundKindNames, roundKinds } from '#modules/awards/calls/rules.ts'
import { Form } from '#ui/form/Form.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import type { AwardRound } from './StaffAwardRound.tsx'
import { StaffAwardRoundTake } from './StaffAwardRoundTake.tsx'
import './awardRounds.css'

const WHAT = '轮次'
const fields = (isDefence: boolean): FormField[] => [
  {
    name: 'name',
    label: '轮次名称',
    kind: 'text',
    section: WHAT,
    required: true,
    max: 40,
    hint: '如“初评”“05 组复评”',
  },
  {
    name: 'kind',
    label: '评审方式',
    kind: 'choice',
    section: WHAT,
    required: true,
    options: roundKinds.map(code => ({ code, name: roundKindNames[code] })),
  },
  { name: 'dueOn', label: '评分截止日期', kind: 'day', section: WHAT, required: true, hint: '当天 24 时截止' },
  ...(isDefence
    ? ([
        { name: 'startsAt', label: '答辩开始', kind: 'moment', section: WHAT, required: true },
        { name: 'place', label: '答辩地点', kind: 'text', section: WHAT, required: true, max: 100 },
      ] satisfies FormField[])
    : []),
]

const planOf = (of: AwardRound | undefined): FormValues =>
  of
    ? { name: of.name, kind: of.kind, dueOn: of.dueOn, startsAt: of.startsAt, place: of.place }
    : { name: '初评', kind: 'online' }

type Props = { of?: AwardRound; done: (id: number) => void; cancel: () => void }

/** A round: of which call and group, by when, and which entries it takes; of one that is there, only how and when. */
export function StaffAwardRoundPlan({ of, done, cancel }: Props) {
  const [values, change] = useState(() => planOf(of))
  const [callId, pick] = useState<number | undefined>(of?.callId)
  const [groupCode, choose] = useState('')
  const [entryIds, take] = useState<number[]>([])
  const { submit, busy, error, fields: refused } = useSubmit('POST /staff/award/round/save')
  const [missing, miss] = useState<Record<string, string>>({})
  const errors = Object.keys(missing).length ? missing : refused
  const save = async () => {
    const { name, kind, dueOn, startsAt, place } = values
    const text = (value: FormValues[string] | undefined) => String(value ?? '')
    const moment = text(startsAt)
    const empty = {
      ...(!text(dueOn) && { dueOn: '请选择评分截止日期' }),
      ...(!callId && { callId: '请选择申报通知' }),
    }
    miss(empty)
    if (Object.keys(empty).length) return
    const saved = await submit({
      ...(of && { id: of.id, version: of.version }),
      callId: callId ?? 0,
      name: text(name),
      kind: kind as RoundKind,
      dueOn: text(dueOn),
      ...(kind === 'defence' && {
        place: text(place),
        startsAt: moment ? (moment.length > 16 ? moment : `${moment}:00+08:00`) : undefined,
      }),
      groupCode: of ? of.groupCode : groupCode || null,
      ...(!of && { entryIds }),
    })
    if (!saved) return
    announce(of ? '已保存' : '评审轮次已建立，请选专家')
    done(saved.id)
  }
  return (
    <section className="desk-card">
      <h2>{of ? `修改：${of.name}` : '新建评审'}</h2>
      <Form
        fields={fields(values.kind === 'defence')}
        values={values}
        onChange={change}
        errors={errors}
        message={Object.keys(missing).length ? undefined : error?.message}
        labelOf={name => ({ callId: '申报通知', entryIds: '申报' })[name]}
        onSubmit={() => void save()}
      >
        {!of && (
          <fieldset className="form-section">
            <legend>申报</legend>
            <StaffAwardRoundTake
              callId={callId}
              groupCode={groupCode}
              entryIds={entryIds}
              take={take}
              errors={errors}
              pick={pick}
              choose={choose}
            />
          </fieldset>
        )}
        {error && Object.keys(errors).length === 0 && <Problem>{error.message}</Problem>}
        <div className="form-actions">
          <Button type="primary" htmlType="submit" loading={busy}>
            {of ? '保存' : '建立，下一步选专家'}
          </Button>
          <Button onClick={cancel}>取消</Button>
        </div>
      </Form>
    </section>
  )
}
