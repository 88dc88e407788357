import { Button, Input } from 'antd'
import { useState } from 'react'
import { announce } from '#api/session.ts'
import { useApi } from '#api/useApi.ts'
import { Conflicts } from '#modules/qualifications/pages/Conflicts.tsx'
import { States } from '#ui/States.tsx'
import type { Choosing, Chosen } from './StaffAwardRoundChoose.tsx'

const PAGE = 8

/** Who might score, each with what stands between them and the entries. */
export function StaffAwardRoundCandidates({ id, chosen, choose }: Choosing & { id: number }) {
  const [typed, type] = useState('')
  const [key, search] = useState('')
  const [size, grow] = useState(PAGE)
  const answer = useApi('GET /staff/award/round/experts', { id, key: key || undefined, pageSize: size })
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
      <p className="field-hint">按姓名或专业；逐人与每项申报的单位、人员、提名者核对</p>
      <p className="site-find">
        <Input
          id="find-expert"
          type="search"
          maxLength={30}
          value={typed}
          onChange={event => type(event.target.value)}
          onPressEnter={find}
        />
        <Button onClick={find}>查找</Button>
      </p>
      <States answer={answer} empty={{ when: ({ list }) => list.length === 0, title: '没有符合条件的在聘专家' }}>
        {({ list, total }) => (
          <>
            <ul className="site-candidates" role="list" aria-label="可以选入的专家">
              {list.map(one => (
                <li key={one.expertId}>
                  <div>
                    <b>{one.name}</b>
                    <span>
                      {[one.jobTitle, one.provinceName, one.mayLead && '可任组长'].filter(Boolean).join('　')}
                    </span>
                    <p>{one.specialities.join('、')}</p>
                    <p>{one.employers.join('；')}</p>
                    <Standing of={one} />
                  </div>
                  <Button
                    disabled={one.bars.length > 0 || chosen.some(({ expertId }) => expertId === one.expertId)}
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

type Against = { bars: string[]; conflicts: { name: string; reasons: string[] }[] }

const Standing = ({ of: { bars, conflicts } }: { of: Against }) => (
  <>
    {bars.length > 0 && <p className="round-bars">不能参加本轮：{bars.join('；')}</p>}
    {bars.length === 0 && (
      <Conflicts sentences={conflicts.map(({ name, reasons }) => `“${name}”${reasons.join('；')}`)} />
    )}
  </>
)
