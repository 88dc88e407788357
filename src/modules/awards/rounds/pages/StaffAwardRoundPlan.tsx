import './awardRounds.css'
import { Button, Checkbox, Select } from 'antd'
import { useState } from 'react'
import { announce } from '#api/session.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { type RoundKind, roundKindNames, roundKinds } from '#modules/awards/rules.ts'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { States } from '#ui/States.tsx'
import type { AwardRound } from './StaffAwardRound.tsx'

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

type Choosing = {
  callId: number | undefined
  groupCode: string
  entryIds: number[]
  errors: Record<string, string>
  pick: (id: number) => void
  choose: (code: string) => void
  take: (ids: number[]) => void
}

function StaffAwardRoundTake({ callId, groupCode, entryIds, errors, pick, choose, take }: Choosing) {
  const calls = useApi('GET /staff/award/round/calls', {})
  const call = calls.data?.find(({ id }) => id === callId)
  const answer = useApi('GET /staff/award/round/candidates', callId ? { callId } : null)
  const shown = (answer.data ?? []).filter(one => !groupCode || one.groupCode === groupCode)
  const next = shown.filter(({ isNext }) => isNext)
  return (
    <>
      <Field name="callId" label="申报通知" required error={errors.callId}>
        {described => (
          <Select
            {...described}
            value={callId}
            options={calls.data?.map(({ id, title, waiting }) => ({
              value: id,
              label: `${title}（待评 ${waiting} 项）`,
            }))}
            onChange={id => {
              pick(id)
              choose('')
              take([])
            }}
          />
        )}
      </Field>
      {call && call.groups.length > 0 && (
        <Field name="groupCode" label="专业评审组" hint="不选则不分组">
          {described => (
            <Select
              {...described}
              value={groupCode}
              options={[
                { value: '', label: '不分组' },
                ...call.groups.map(({ code, name }) => ({ value: code, label: name })),
              ]}
              onChange={code => {
                choose(code)
                take([])
              }}
            />
          )}
        </Field>
      )}
      {callId && (
        <Field name="entryIds" label="参加本轮的申报" required error={errors.entryIds} group>
          {({ id }) => (
            <States answer={answer} empty={{ when: () => shown.length === 0, title: '没有待评的申报' }}>
              {() => (
                <>
                  <p className="round-take">
                    <Button
                      onClick={() => take(shown.map(({ entryId }) => entryId))}
                    >{`全选（${shown.length} 项）`}</Button>
                    {next.length > 0 && (
                      <Button onClick={() => take(next.map(({ entryId }) => entryId))}>
                        {`上一轮推荐的（${next.length} 项）`}
                      </Button>
                    )}
                    {entryIds.length > 0 && <Button onClick={() => take([])}>清空</Button>}
                    <span aria-live="polite">已选 {entryIds.length} 项</span>
                  </p>
                  <ul className="round-candidates" role="list" id={id} tabIndex={-1} aria-labelledby={`${id}-label`}>
                    {shown.map(one => (
                      <li key={one.entryId}>
                        <Checkbox
                          checked={entryIds.includes(one.entryId)}
                          onChange={event =>
                            take(
                              event.target.checked
                                ? [...entryIds, one.entryId]
                                : entryIds.filter(entryId => entryId !== one.entryId),
                            )
                          }
                        >
                          {one.name}
                          <span className="cell-note">
                            {[
                              one.number,
                              one.applicant,
                              one.groupName,
                              one.score !== null && `上一轮 ${one.score} 分，第 ${one.rank} 名`,
                            ]
                              .filter(Boolean)
                              .join('　')}
                          </span>
                        </Checkbox>
                      </li>
                    ))}
                  </ul>
                </>
              )}
            </States>
          )}
        </Field>
      )}
    </>
  )
}
