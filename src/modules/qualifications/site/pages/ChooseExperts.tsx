import { Button, Radio } from 'antd'
import { useState } from 'react'
import { announce } from '#api/session.ts'
import { useApi } from '#api/useApi.ts'
import type { FieldErrors } from '#lib/form/form.ts'
import { type Choosing, type Chosen, FindExperts, firstExperts } from '#modules/experts/pages/FindExperts.tsx'
import { Field, fieldId } from '#ui/form/Field.tsx'
import { Conflicts } from './Conflicts.tsx'

type Props = Choosing & {
  /** Of the application. */
  id: number
  errors: FieldErrors
}

/** The group as it stands, and below it who else might go, each with what stands against it. */
export function ChooseExperts({ id, chosen, choose, errors }: Props) {
  const lead = (expertId: number) => choose(chosen.map(one => ({ ...one, isLeader: one.expertId === expertId })))
  const remove = ({ expertId, name }: Chosen) => {
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
