import { Button, Checkbox, Select } from 'antd'
import { useApi } from '#api/useApi.ts'
import { Field } from '#ui/form/Field.tsx'
import { States } from '#ui/States.tsx'

type Choosing = {
  callId: number | undefined
  groupCode: string
  entryIds: number[]
  errors: Record<string, string>
  pick: (id: number) => void
  choose: (code: string) => void
  take: (ids: number[]) => void
}

/** Of which call and group, and which of its entries. */
export function StaffAwardRoundTake({ callId, groupCode, entryIds, errors, pick, choose, take }: Choosing) {
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
