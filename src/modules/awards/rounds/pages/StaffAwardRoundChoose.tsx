import '#modules/qualifications/site/pages/site.css'
import '#ui/form/form.css'
import { Button, Input, Radio } from 'antd'
import { useState } from 'react'
import { announce } from '#api/session.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import {
  type ChosenExpert,
  type ExpertSelection,
  FindExperts,
  firstExperts,
} from '#modules/experts/pages/FindExperts.tsx'
import { Conflicts } from '#modules/qualifications/site/pages/Conflicts.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Field, fieldId } from '#ui/form/Field.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { useTabStorage } from '#ui/form/useTabStorage.ts'
import type { AwardRound, RoundParts } from './StaffAwardRound.tsx'

const chosenOf = ({ panel }: AwardRound): ChosenExpert[] =>
  panel.map(({ expertId, name, role, mayLead }) => ({ expertId, name, mayLead, isLeader: role === 'leader' }))

/** Selection of the panel: each candidate with conflicts of interest. An unfinished selection is kept in this tab. */
export function StaffAwardRoundChoose({ of, changed, cancel }: RoundParts & { cancel?: () => void }) {
  const { value, keep, clear } = useTabStorage<{ version: number; chosen: ChosenExpert[] } | null>(
    `award-round-${of.id}`,
    null,
  )
  const { version, chosen } = value ?? { version: of.version, chosen: chosenOf(of) }
  const [reason, explain] = useState('')
  const { submit, busy, error, fields: errors } = useSubmit('POST /staff/award/round/panel')
  const forget = () => {
    keep(null)
    clear()
  }
  const save = async (against = version) => {
    const experts = chosen.map(({ expertId, isLeader }) => ({
      expertId,
      role: isLeader ? ('leader' as const) : ('member' as const),
    }))
    if (!(await submit({ id: of.id, version: against, experts, reason }))) return
    announce('专家组已选定，回避已核对')
    forget()
    changed()
  }
  const names = new Map(chosen.map(({ expertId, name }) => [`expert-${expertId}`, name]))
  const isOpen = of.state === 'open'
  const isClash = error?.code === 409 && !error.fields
  return (
    <section className="desk-card round-choose">
      <h2>{cancel ? '更换专家' : '选择评审专家'}</h2>
      <ErrorSummary
        errors={errors}
        labelOf={name => names.get(name) ?? ({ reason: '理由' }[name] || '专家组')}
        message={error?.message}
      />
      <ChosenExperts chosen={chosen} errors={errors} choose={next => keep({ version, chosen: next })} />
      <StaffAwardRoundCandidates id={of.id} chosen={chosen} choose={next => keep({ version, chosen: next })} />
      {isOpen && (
        <Field
          name="reason"
          label="理由"
          required
          hint="写入审计日志和评审记录，告知换下的专家；换下的专家已交的评分不再计入"
          error={errors.reason}
        >
          {described => (
            <Input.TextArea
              {...described}
              autoSize={{ minRows: 2 }}
              maxLength={300}
              value={reason}
              onChange={event => explain(event.target.value)}
            />
          )}
        </Field>
      )}
      {isClash && <Problem>{error.message}</Problem>}
      <div className="form-actions">
        <Button type="primary" loading={busy} onClick={() => void save(isClash ? of.version : version)}>
          {isClash ? '用我选的保存' : '选定专家组'}
        </Button>
        {isClash && <Button onClick={changed}>查看最新状态</Button>}
        {cancel && (
          <Button
            onClick={() => {
              forget()
              cancel()
            }}
          >
            取消
          </Button>
        )}
      </div>
    </section>
  )
}

function ChosenExperts({ chosen, choose, errors }: ExpertSelection & { errors: Record<string, string> }) {
  const lead = (expertId: number) => choose(chosen.map(one => ({ ...one, isLeader: one.expertId === expertId })))
  const remove = ({ expertId, name }: ChosenExpert) => {
    choose(chosen.filter(one => one.expertId !== expertId))
    announce(`已移除：${name}`)
  }
  return (
    <Field
      name="experts"
      label={`已选的专家（${chosen.length} 位）`}
      required
      hint="指定一名组长"
      error={errors.experts}
      group
    >
      {({ id }) => (
        <>
          {chosen.length === 0 && <p className="site-none">还没有选，请在下面选入。</p>}
          <ul className="site-chosen" role="list" id={id} tabIndex={-1} aria-labelledby={`${id}-label`}>
            {chosen.map(one => (
              <li key={one.expertId} id={fieldId(`expert-${one.expertId}`)} tabIndex={-1}>
                <b>{one.name}</b>
                <Radio name="leader" checked={one.isLeader} disabled={!one.mayLead} onChange={() => lead(one.expertId)}>
                  组长<span className="hidden-text">：{one.name}</span>
                </Radio>
                <Button onClick={() => remove(one)} aria-label={`移除 ${one.name}`}>
                  移除
                </Button>
                {errors[`expert-${one.expertId}`] && <p className="field-error">{errors[`expert-${one.expertId}`]}</p>}
              </li>
            ))}
          </ul>
        </>
      )}
    </Field>
  )
}

function StaffAwardRoundCandidates({ id, ...choosing }: ExpertSelection & { id: number }) {
  const [asked, ask] = useState(firstExperts)
  const answer = useApi('GET /staff/award/round/experts', { id, ...asked })
  return (
    <FindExperts
      {...choosing}
      asked={asked}
      ask={ask}
      answer={answer}
      hint="按姓名或专业；逐人与每项申报的单位、人员、提名者核对"
      label="可以选入的专家"
      isBarred={({ bars }) => bars.length > 0}
      standing={one => <ConflictTags of={one} />}
    />
  )
}

type Against = { bars: string[]; conflicts: { name: string; reasons: string[] }[] }

const ConflictTags = ({ of: { bars, conflicts } }: { of: Against }) => (
  <>
    {bars.length > 0 && <p className="round-bars">不能参加本轮：{bars.join('；')}</p>}
    {bars.length === 0 && (
      <Conflicts sentences={conflicts.map(({ name, reasons }) => `“${name}”${reasons.join('；')}`)} />
    )}
  </>
)
