import '#ui/form/form.css'
import { Button, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { reloadOnConflict, useSubmit } from '#api/useApi.ts'
import type { FormValues } from '#lib/form/form.ts'
import { type Verdict, verdictNames } from '#modules/awards/rules.ts'
import { AskDialog } from '#ui/dialog/AskDialog.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { fieldId } from '#ui/form/Field.tsx'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Tag } from '#ui/Tag.tsx'
import { type Cut, cutInto } from '../ranking.ts'
import type { RankedEntry, RoundResult } from './StaffAwardRoundResult.tsx'

export type Mark = { verdict: Verdict | null; levelCode: string | null; reason: string }
type Parts = { result: RoundResult; changed: () => void }

const NOT_CHOSEN = '综合评审排名未进入建议授奖范围'

export function StaffAwardRoundMarks({ result, changed }: Parts) {
  const here = result.entries.filter(({ isHere, rank }) => isHere && rank !== null)
  const [marks, write] = useState<Record<number, Mark>>(() =>
    Object.fromEntries(
      here.map(({ entryId, verdict, levelCode, reason }) => [entryId, { verdict, levelCode, reason }]),
    ),
  )
  const mark = (entryId: number, next: Partial<Mark>) =>
    write(before => ({ ...before, [entryId]: { ...before[entryId]!, ...next } }))
  const { submit, busy, error, fields: errors } = useSubmit('POST /staff/award/round/mark')
  const isSaved = here.every(({ entryId, verdict, levelCode, reason }) => {
    const now = marks[entryId]!
    return now.verdict === verdict && now.levelCode === levelCode && now.reason === reason
  })
  const save = async () => {
    const given = here.flatMap(({ entryId }) => (marks[entryId]!.verdict ? [{ entryId, ...marks[entryId]! }] : []))
    if (!(await submit({ id: result.id, version: result.version, marks: given }))) return
    announce('建议已保存')
    changed()
  }
  const suggest = (levels: Map<number, string | null>) =>
    write(
      Object.fromEntries(
        [...levels].map(([id, levelCode]): [number, Mark] => [
          id,
          levelCode
            ? { verdict: 'propose', levelCode, reason: '' }
            : { verdict: 'reject', levelCode: null, reason: NOT_CHOSEN },
        ]),
      ),
    )
  const nameOf = (name: string) => here.find(({ entryId }) => `mark-${entryId}` === name)?.name ?? ''
  return (
    <section className="desk-card">
      <h2>建议</h2>
      {here.length > 0 && <StaffAwardRoundCut result={result} here={here} apply={suggest} />}
      <ErrorSummary errors={errors} labelOf={nameOf} message={error?.message} />
      <ul className="round-marks" role="list">
        {result.entries
          .filter(({ rank }) => rank !== null)
          .map(one => (
            <li key={one.entryId} id={fieldId(`mark-${one.entryId}`)} tabIndex={-1}>
              <span className="round-marked">
                <b>{one.rank}</b>
                <Link to={`/staff/review/${one.applicationId}`}>{one.name}</Link>
                <small>{one.score!.toFixed(3)}</small>
              </span>
              {one.isHere ? (
                <MarkFields
                  result={result}
                  one={one}
                  value={marks[one.entryId]!}
                  change={next => mark(one.entryId, next)}
                />
              ) : (
                <SentEntry result={result} one={one} changed={changed} />
              )}
              {errors[`mark-${one.entryId}`] && <p className="field-error">{errors[`mark-${one.entryId}`]}</p>}
            </li>
          ))}
      </ul>
      {error && !error.fields && <Problem>{error.message}</Problem>}
      {here.length > 0 && (
        <div className="form-actions round-acts">
          <Button type={isSaved ? 'default' : 'primary'} loading={busy} disabled={isSaved} onClick={() => void save()}>
            保存建议
          </Button>
          <StaffAwardRoundSend
            result={result}
            here={here}
            changed={changed}
            isReady={isSaved && here.every(({ verdict }) => verdict)}
          />
        </div>
      )}
    </section>
  )
}

type FieldsProps = { result: RoundResult; one: RankedEntry; value: Mark; change: (next: Partial<Mark>) => void }

function MarkFields({ result: { levels }, one, value: { verdict, levelCode, reason }, change }: FieldsProps) {
  const chosen = verdict === 'propose' ? `level:${levelCode}` : (verdict ?? undefined)
  const choose = (code: string) =>
    code.startsWith('level:')
      ? change({ verdict: 'propose', levelCode: code.slice(6), reason: '' })
      : change({ verdict: code as Verdict, levelCode: null, reason: code === 'reject' ? reason || NOT_CHOSEN : '' })
  return (
    <>
      <Select
        aria-label={`${one.name}的建议`}
        placeholder="选择建议"
        value={chosen}
        onChange={choose}
        options={[
          ...levels.map(({ code, name }) => ({ value: `level:${code}`, label: `建议${name}` })),
          { value: 'next', label: verdictNames.next },
          { value: 'reject', label: verdictNames.reject },
        ]}
      />
      {verdict === 'reject' && (
        <Input
          aria-label={`${one.name}不入选的理由`}
          maxLength={300}
          value={reason}
          onChange={event => change({ reason: event.target.value })}
        />
      )}
    </>
  )
}

/** An entry that was already sent to the committee or rejected. */
function SentEntry({ result, one, changed }: { result: RoundResult; one: RankedEntry; changed: () => void }) {
  const [changing, change] = useState(false)
  return (
    <>
      <span>
        <Tag tone={one.status === 'rejected' ? 'plain' : 'good'}>{one.statusName}</Tag>{' '}
        {one.levelProposedName && `建议${one.levelProposedName}`}
        {one.status === 'rejected' && one.reason}
      </span>
      {one.status === 'deciding' && <Button onClick={() => change(true)}>更改建议等级</Button>}
      {changing && <ChangeLevel result={result} one={one} changed={changed} close={() => change(false)} />}
    </>
  )
}

function ChangeLevel({ result, one, changed, close }: Parameters<typeof SentEntry>[0] & { close: () => void }) {
  const send = async ({ levelCode, reason }: FormValues) => {
    await browserApi('POST /staff/award/entry/level', {
      entryId: one.entryId,
      was: one.levelProposed,
      levelCode: String(levelCode),
      reason: String(reason ?? ''),
    }).catch(error => reloadOnConflict(error, changed))
    announce(`已更改“${one.name}”的建议等级`)
    changed()
  }
  return (
    <FormDialog
      title={`更改“${one.name}”的建议等级`}
      fields={[
        {
          name: 'levelCode',
          label: '建议等级',
          kind: 'choice',
          section: '',
          required: true,
          options: result.levels,
        },
        { name: 'reason', label: '理由', kind: 'paragraph', section: '', required: true, max: 300 },
      ]}
      initial={{ levelCode: one.levelProposed }}
      action="更改"
      send={send}
      close={close}
    />
  )
}

type Props = { result: RoundResult; here: RankedEntry[]; isReady: boolean; changed: () => void }

/** Sends all proposals at once: to the committee, or as a rejection to the applicant. */
function StaffAwardRoundSend({ result: { id, version }, here, isReady, changed }: Props) {
  const [asking, ask] = useState(false)
  const { submit, busy, error } = useSubmit('POST /staff/award/round/send')
  const count = (verdict: Verdict) => here.filter(one => one.verdict === verdict).length
  const send = async () => {
    const done = await submit({ id, version })
    ask(false)
    if (!done) return
    announce(`已提交奖励委员会 ${done.proposed} 项，不入选 ${done.rejected} 项`)
    changed()
  }
  return (
    <>
      <Button type={isReady ? 'primary' : 'default'} disabled={!isReady} onClick={() => ask(true)}>
        提交奖励委员会
      </Button>
      <Problem>{error?.message}</Problem>
      <AskDialog
        title="提交奖励委员会？"
        isOpen={asking}
        action="提交"
        back="再核对一下"
        busy={busy}
        send={send}
        close={() => ask(false)}
      >
        <p>
          建议授奖的 {count('propose')} 项进入审定；不入选的 {count('reject')}{' '}
          项告知申报人及理由，就此结束；进入下一轮的 {count('next')} 项留在专家评审中。
        </p>
      </AskDialog>
    </>
  )
}

type StaffAwardRoundCutProps = {
  result: RoundResult
  here: readonly RankedEntry[]
  apply: (levels: Map<number, string | null>) => void
}

/** Fills the proposals in by how many of each level there are, or from which score on; what comes of it is shown first. */
function StaffAwardRoundCut({ result: { levels }, here, apply }: StaffAwardRoundCutProps) {
  const [by, choose] = useState<Cut['by']>('numbers')
  const [typed, type] = useState<Record<string, string>>({})
  const numberFor = (code: string) => {
    const value = Number(String(typed[code] ?? '').normalize('NFKC'))
    return typed[code]?.trim() && value >= 0 ? value : null
  }
  const cut = { by, levels: levels.map(({ code }) => ({ code, value: numberFor(code) })) }
  const ranked = here.map(({ entryId: id, rank, score }) => ({ id, rank: rank!, score: score! }))
  const given = cutInto(ranked, cut)
  const count = (code: string | null) => [...given.values()].filter(one => one === code).length
  const isAsked = levels.some(({ code }) => numberFor(code) !== null)
  return (
    <fieldset className="round-cut">
      <legend>按名额或分数线填写</legend>
      <Radio.Group
        value={by}
        onChange={event => choose(event.target.value)}
        options={[
          { value: 'numbers', label: '按名额' },
          { value: 'lines', label: '按分数线' },
        ]}
        aria-label="方式"
      />
      <div className="round-levels">
        {levels.map(({ code, name }) => (
          <label key={code} htmlFor={`cut-${code}`}>
            {name}
            <Input
              id={`cut-${code}`}
              inputMode="decimal"
              suffix={by === 'numbers' ? '项' : '分起'}
              value={typed[code] ?? ''}
              onChange={event => type({ ...typed, [code]: event.target.value })}
            />
          </label>
        ))}
      </div>
      <p aria-live="polite">
        {isAsked
          ? `${levels.map(({ code, name }) => `${name} ${count(code)} 项`).join('，')}，其余 ${count(null)} 项不入选。`
          : '填写后显示结果。'}
        {by === 'numbers' && '并列的不拆开：名额不够时一并列入下一等级。'}
      </p>
      <Button disabled={!isAsked} onClick={() => apply(given)}>
        填入下面的建议
      </Button>
    </fieldset>
  )
}
