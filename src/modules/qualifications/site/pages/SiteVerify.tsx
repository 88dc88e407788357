import { Button, Input, Radio } from 'antd'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { Control } from '#ui/form/Control.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { useKept } from '#ui/form/useKept.ts'
import { Correction } from './SiteResult.tsx'
import type { SiteParts } from './StaffSiteReview.tsx'
import '#ui/form/form.css'

type Verdict = { accepted?: boolean; remark: string; dueOn: string }

/** In days: what is usually given for another try. */
const ANOTHER_TRY = 15
const dueDay = { name: 'dueOn', label: '新的整改期限', kind: 'day', section: '' } as const

/** Whether what was put right is enough, one by one. */
export function SiteVerify({ of, changed }: SiteParts) {
  const blank: Verdict = { remark: '', dueOn: addDays(dayOf(new Date()), ANOTHER_TRY) }
  const { value, keep, clear } = useKept<Record<number, Verdict>>(`site-verify-${of.id}-${of.version}`, {})
  const { submit, busy, error, fields } = useSubmit('POST /staff/qualification/site/verify')
  const pending = of.list.filter(({ result }) => result !== 'accepted')
  const verify = async () => {
    const results = pending.flatMap(({ id }) => {
      const { accepted, remark, dueOn } = value[id] ?? blank
      return accepted === undefined ? [] : [{ id, accepted, remark, dueOn: dueOn || undefined }]
    })
    const done = await submit({ id: of.id, version: of.version, results })
    if (!done) return
    announce(`验证结果已提交，现在${done.statusName}`)
    clear()
    changed()
  }
  const labelOf = (name: string) => `不符合项 ${of.list.find(({ id }) => name === `nonconformity-${id}`)?.place ?? ''}`
  return (
    <section className="desk-card">
      <h2>验证整改</h2>
      <ErrorSummary errors={fields} labelOf={labelOf} message={error?.fields && error.message} />
      <ul className="site-corrections" role="list">
        {of.list.map(one => {
          const verdict = value[one.id] ?? blank
          const set = (change: Partial<Verdict>) => keep({ ...value, [one.id]: { ...verdict, ...change } })
          return (
            <li key={one.id}>
              <Correction of={one} />
              {one.result !== 'accepted' && (
                <>
                  <Field
                    name={`nonconformity-${one.id}`}
                    label={`不符合项 ${one.place} 的验证结果`}
                    required
                    error={fields[`nonconformity-${one.id}`]}
                    group
                  >
                    {({ id }) => (
                      <Radio.Group
                        id={id}
                        role="radiogroup"
                        aria-labelledby={`${id}-label`}
                        value={verdict.accepted}
                        onChange={event => set({ accepted: event.target.value })}
                        options={[
                          { value: true, label: '通过' },
                          { value: false, label: '未通过' },
                        ]}
                      />
                    )}
                  </Field>
                  {verdict.accepted === false && (
                    <>
                      <Field name={`remark-${one.id}`} label="还缺什么" required hint="申请人会看到">
                        {described => (
                          <Input.TextArea
                            {...described}
                            autoSize={{ minRows: 2 }}
                            maxLength={500}
                            value={verdict.remark}
                            onChange={event => set({ remark: event.target.value })}
                          />
                        )}
                      </Field>
                      <Field name={`dueOn-${one.id}`} label="新的整改期限" required>
                        {described => (
                          <Control
                            field={dueDay}
                            described={described}
                            value={verdict.dueOn}
                            onChange={day => set({ dueOn: String(day ?? '') })}
                          />
                        )}
                      </Field>
                    </>
                  )}
                </>
              )}
            </li>
          )
        })}
      </ul>
      {error && !error.fields && <Problem>{error.message}</Problem>}
      <div className="form-actions">
        <Button type="primary" loading={busy} onClick={() => void verify()}>
          提交验证结果
        </Button>
        {error?.code === 409 && <Button onClick={changed}>查看最新状态</Button>}
      </div>
    </section>
  )
}
