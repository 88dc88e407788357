import { Button, Radio } from 'antd'
import { useState } from 'react'
import { announce } from '#api/session.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import type { FieldErrors, FormField, FormValues } from '#lib/form/form.ts'
import {
  type ChosenExpert,
  type ExpertSelection,
  FindExperts,
  firstExperts,
} from '#modules/experts/pages/FindExperts.tsx'
import { Field, fieldId } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { useTabStorage } from '#ui/form/useTabStorage.ts'
import { Conflicts } from './Conflicts.tsx'
import type { SiteParts, SiteReview } from './StaffSiteReview.tsx'

const fields: FormField[] = [
  { name: 'plannedOn', label: '评审日期', kind: 'day', section: '时间与地点', required: true },
  { name: 'days', label: '天数', kind: 'number', section: '时间与地点', min: 1, max: 30, unit: '天' },
  { name: 'place', label: '评审地点', kind: 'text', section: '时间与地点', required: true, max: 100 },
  {
    name: 'observer',
    label: '观察员',
    kind: 'text',
    section: '时间与地点',
    max: 30,
    hint: '协会或监管部门派出的，没有则留空',
  },
  {
    name: 'note',
    label: '请申请人准备',
    kind: 'paragraph',
    section: '时间与地点',
    max: 500,
    hint: '写入给申请人的通知',
  },
]

type Plan = { version: number; values: FormValues; chosen: ChosenExpert[] }

const planOf = (of: SiteReview): Plan => ({
  version: of.version,
  values: {
    plannedOn: of.plannedOn,
    days: of.days,
    place: of.place || of.applicant.address,
    observer: of.observer,
    note: of.note,
  },
  chosen: of.group.map(({ expertId, name, role, mayLead }) => ({
    expertId,
    name,
    isLeader: role === 'leader',
    mayLead,
  })),
})

/** Plans experts and dates. An unfinished plan is kept in this tab. */
export function SitePlan({ of, changed, cancel }: SiteParts & { cancel?: () => void }) {
  const { value: typed, keep, clear } = useTabStorage<Plan | null>(`site-plan-${of.id}`, null)
  const { version, values, chosen } = typed ?? planOf(of)
  const change = (next: Partial<Plan>) => keep({ version, values, chosen, ...next })
  const { submit, busy, error, fields: errors } = useSubmit('POST /staff/qualification/site/arrange')
  const forget = () => {
    keep(null)
    clear()
  }
  const arrange = async (against = version) => {
    const { plannedOn, days, place, observer, note } = values
    const text = (value: FormValues[string] | undefined) => String(value ?? '')
    const done = await submit({
      id: of.id,
      version: against,
      plannedOn: text(plannedOn),
      days: text(days) || 1,
      place: text(place),
      observer: text(observer),
      note: text(note),
      experts: chosen.map(({ expertId, isLeader }) => ({ expertId, role: isLeader ? 'leader' : 'member' })),
    })
    if (!done) return
    announce('现场评审已安排，已通知申请人')
    forget()
    changed()
  }
  const leave = () => {
    forget()
    cancel?.()
  }
  const names = new Map(chosen.map(({ expertId, name }) => [`expert-${expertId}`, name]))
  return (
    <section className="desk-card">
      <h2>{cancel ? '重新安排现场评审' : '安排现场评审'}</h2>
      <Form
        fields={fields}
        values={values}
        errors={errors}
        onChange={next => change({ values: next })}
        message={error?.fields && error.message}
        labelOf={name => names.get(name) ?? '评审组'}
        onSubmit={() => void arrange()}
      >
        <ChooseExperts id={of.id} chosen={chosen} errors={errors} choose={next => change({ chosen: next })} />
        {error && !error.fields && <Problem>{error.message}</Problem>}
        <div className="form-actions">
          <Button type="primary" htmlType="submit" loading={busy}>
            {cancel ? '保存并通知申请人' : '安排并通知申请人'}
          </Button>
          {error?.code === 409 && <Button onClick={changed}>查看最新状态</Button>}
          {error?.code === 409 && version !== of.version && (
            <Button onClick={() => void arrange(of.version)}>用我填写的内容保存</Button>
          )}
          {cancel && <Button onClick={leave}>取消</Button>}
        </div>
      </Form>
    </section>
  )
}

type Props = ExpertSelection & {
  /** Application id. */
  id: number
  errors: FieldErrors
}

/** The group as it stands, and below it who else might go, each with what stands against it. */
function ChooseExperts({ id, chosen, choose, errors }: Props) {
  const lead = (expertId: number) => choose(chosen.map(one => ({ ...one, isLeader: one.expertId === expertId })))
  const remove = ({ expertId, name }: ChosenExpert) => {
    choose(chosen.filter(one => one.expertId !== expertId))
    announce(`已移除：${name}`)
  }
  return (
    <fieldset className="form-section">
      <legend>评审组</legend>
      <Field name="experts" label="已选的专家" required hint="指定一名组长" error={errors.experts} group>
        {({ id: listId }) => (
          <>
            {chosen.length === 0 && <p className="site-none">还没有选，请在下面选入。</p>}
            <ul className="site-chosen" role="list" id={listId} tabIndex={-1} aria-labelledby={`${listId}-label`}>
              {chosen.map(one => (
                <li key={one.expertId} id={fieldId(`expert-${one.expertId}`)} tabIndex={-1}>
                  <b>{one.name}</b>
                  <Radio
                    name="leader"
                    checked={one.isLeader}
                    disabled={!one.mayLead}
                    onChange={() => lead(one.expertId)}
                  >
                    组长<span className="hidden-text">：{one.name}</span>
                  </Radio>
                  <Button onClick={() => remove(one)} aria-label={`移除 ${one.name}`}>
                    移除
                  </Button>
                  {errors[`expert-${one.expertId}`] && (
                    <p className="field-error">{errors[`expert-${one.expertId}`]}</p>
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </Field>
      <Candidates id={id} chosen={chosen} choose={choose} />
    </fieldset>
  )
}

function Candidates({ id, ...choosing }: Omit<Props, 'errors'>) {
  const [asked, ask] = useState(firstExperts)
  const answer = useApi('GET /staff/qualification/site/experts', { id, ...asked })
  return (
    <FindExperts
      {...choosing}
      asked={asked}
      ask={ask}
      answer={answer}
      hint="按姓名或专业；逐人与申请单位核对"
      label="可以安排的专家"
      isBarred={({ conflicts }) => conflicts.length > 0}
      standing={({ conflicts }) => <Conflicts sentences={conflicts} />}
    />
  )
}
