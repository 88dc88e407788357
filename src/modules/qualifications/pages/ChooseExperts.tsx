import { Button, Input, Radio } from 'antd'
import { useState } from 'react'
import { announce } from '#api/session.ts'
import { useApi } from '#api/useApi.ts'
import type { FieldErrors } from '#lib/form.ts'
import { Field, fieldId } from '#ui/form/Field.tsx'
import { States } from '#ui/States.tsx'
import { Conflicts } from './Conflicts.tsx'

export type Chosen = { expertId: number; name: string; isLeader: boolean; mayLead: boolean }
type Props = {
  /** Of the application. */
  id: number
  chosen: readonly Chosen[]
  choose: (chosen: Chosen[]) => void
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
      <Candidates id={id} {...{ chosen, choose }} />
    </fieldset>
  )
}

const PAGE = 8

function Candidates({ id, chosen, choose }: Omit<Props, 'errors'>) {
  const [typed, type] = useState('')
  const [key, search] = useState('')
  const [size, grow] = useState(PAGE)
  const answer = useApi('GET /staff/qualification/site/experts', { id, key: key || undefined, pageSize: size })
  const add = ({ expertId, name, mayLead }: Omit<Chosen, 'isLeader'>) => {
    const needsLeader = !chosen.some(({ isLeader }) => isLeader)
    choose([...chosen, { expertId, name, mayLead, isLeader: mayLead && needsLeader }])
    announce(`已选入：${name}`)
  }
  const find = () => {
    search(typed.trim())
    grow(PAGE)
  }
  return (
    <div className="field">
      <label className="field-label" htmlFor="find-expert">
        查找专家
      </label>
      <p className="field-hint">按姓名或专业；逐人与申请单位核对</p>
      <p className="site-find">
        <Input
          id="find-expert"
          type="search"
          maxLength={30}
          value={typed}
          onChange={event => type(event.target.value)}
          onPressEnter={event => {
            // Not the whole plan.
            event.preventDefault()
            find()
          }}
        />
        <Button onClick={find}>查找</Button>
      </p>
      <States answer={answer} empty={{ when: ({ list }) => list.length === 0, title: '没有符合条件的在聘专家' }}>
        {({ list, total }) => (
          <>
            <ul className="site-candidates" role="list" aria-label="可以安排的专家">
              {list.map(one => (
                <li key={one.expertId}>
                  <div>
                    <b>{one.name}</b>
                    <span>
                      {[one.jobTitle, one.provinceName, one.mayLead && '可任组长'].filter(Boolean).join('　')}
                    </span>
                    <p>{one.specialities.join('、')}</p>
                    <p>{one.employers.join('；')}</p>
                    <Conflicts sentences={one.conflicts} />
                  </div>
                  <Button
                    disabled={one.conflicts.length > 0 || chosen.some(({ expertId }) => expertId === one.expertId)}
                    onClick={() => add(one)}
                  >
                    选入<span className="hidden-text"> {one.name}</span>
                  </Button>
                </li>
              ))}
            </ul>
            {total > list.length && (
              <Button onClick={() => grow(size + PAGE)}>{`再看一些（还有 ${total - list.length} 人）`}</Button>
            )}
          </>
        )}
      </States>
    </div>
  )
}
