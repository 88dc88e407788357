import { Button, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { announce } from '#api/session.ts'
import type { Answer } from '#api/useApi.ts'
import type { Page } from '#lib/paging.ts'
import { States } from '#ui/States.tsx'

export type ChosenExpert = { expertId: number; name: string; isLeader: boolean; mayLead: boolean }
export type ExpertSelection = { chosen: readonly ChosenExpert[]; choose: (chosen: ChosenExpert[]) => void }

type Candidate = Omit<ChosenExpert, 'isLeader'> & {
  jobTitle: string
  provinceName: string
  specialities: readonly string[]
  employers: readonly string[]
}
type ExpertQuery = { key?: string; pageSize: number }
type Props<One> = ExpertSelection & {
  asked: ExpertQuery
  ask: (asked: ExpertQuery) => void
  answer: Answer<Page<One>>
  hint: string
  /** Accessible name of the list. */
  label: string
  isBarred: (one: One) => boolean
  /** Conflicts of interest with the organisation to be judged. */
  standing: (one: One) => ReactNode
}

const PAGE = 8
export const firstExperts: ExpertQuery = { pageSize: PAGE }

/** Search for experts by name or speciality, to add them to a group; each with conflicts of interest. */
export function FindExperts<One extends Candidate>(props: Props<One>) {
  const { asked, ask, answer, hint, label, chosen, choose, isBarred, standing } = props
  const [typed, type] = useState('')
  const add = ({ expertId, name, mayLead }: One) => {
    const needsLeader = !chosen.some(({ isLeader }) => isLeader)
    choose([...chosen, { expertId, name, mayLead, isLeader: mayLead && needsLeader }])
    announce(`已选入：${name}`)
  }
  const find = () => ask({ key: typed.trim() || undefined, pageSize: PAGE })
  return (
    <div className="field">
      <label className="field-label" htmlFor="find-expert">
        查找专家
      </label>
      <p className="field-hint">{hint}</p>
      <p className="site-find">
        <Input
          id="find-expert"
          type="search"
          maxLength={30}
          value={typed}
          onChange={event => type(event.target.value)}
          onPressEnter={event => {
            // Keeps Enter from submitting the form around it.
            event.preventDefault()
            find()
          }}
        />
        <Button onClick={find}>查找</Button>
      </p>
      <States answer={answer} empty={{ title: '没有符合条件的在聘专家' }}>
        {({ list, total }) => (
          <>
            <ul className="site-candidates" role="list" aria-label={label}>
              {list.map(one => (
                <li key={one.expertId}>
                  <div>
                    <b>{one.name}</b>
                    <span>
                      {[one.jobTitle, one.provinceName, one.mayLead && '可任组长'].filter(Boolean).join('　')}
                    </span>
                    <p>{one.specialities.join('、')}</p>
                    <p>{one.employers.join('；')}</p>
                    {standing(one)}
                  </div>
                  <Button
                    disabled={isBarred(one) || chosen.some(({ expertId }) => expertId === one.expertId)}
                    onClick={() => add(one)}
                  >
                    选入<span className="hidden-text"> {one.name}</span>
                  </Button>
                </li>
              ))}
            </ul>
            {total > list.length && (
              <Button
                onClick={() => ask({ ...asked, pageSize: asked.pageSize + PAGE })}
              >{`再看一些（还有 ${total - list.length} 人）`}</Button>
            )}
          </>
        )}
      </States>
    </div>
  )
}
