import { Button, InputNumber, Modal } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { toRefusal, useApi } from '#api/useApi.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { Form } from '#ui/form/Form.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import { groupingNames } from '../electionWords.ts'
import type { ElectionFile } from './electionForm.ts'

type Props = { of: ElectionFile; reload: () => void }

/** Button that shares the places of a post out among the groups of the roll, by their size, and sets them. */
export function DelegateShares({ of, reload }: Props) {
  const [isOpen, open] = useState(false)
  return (
    <>
      <Button onClick={() => open(true)}>按组分配名额</Button>
      {isOpen && <SharesDialog of={of} reload={reload} close={() => open(false)} />}
    </>
  )
}

function SharesDialog({ of, reload, close }: Props & { close: () => void }) {
  const [values, setValues] = useState<FormValues>({ postId: String(of.posts[0]?.id ?? ''), places: null, fewest: 0 })
  // Places that a colleague gives to groups with equal claims, by the code of the group.
  const [more, setMore] = useState<Record<string, number>>({})
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const places = Number(values.places ?? 0)
  const answer = useApi(
    'GET /staff/election/shares',
    places > 0 ? { id: of.id, places, fewest: Number(values.fewest ?? 0) } : null,
  )
  const fields: FormField[] = [
    {
      name: 'postId',
      label: '职务',
      section: '',
      kind: 'choice',
      required: true,
      options: of.posts.map(({ id, name }) => ({ code: String(id), name })),
    },
    { name: 'places', label: '一共', section: '', kind: 'number', required: true, min: 1, max: 2000, unit: '名' },
    {
      name: 'fewest',
      label: '每组至少',
      section: '',
      kind: 'number',
      min: 0,
      max: 100,
      unit: '名',
      hint: '人少的组先得这么多，其余的再按人数分',
    },
  ]
  const change = (changed: FormValues) => {
    setValues(changed)
    setMore({})
  }
  const apply = async (groups: readonly { code: string; seats: number }[]) => {
    setBusy(true)
    setProblem('')
    const postId = Number(values.postId)
    const kept = of.contests.filter(contest => contest.postId !== postId)
    const shared = groups
      .map(({ code, seats }) => ({ postId, groupCode: code, seats: seats + (more[code] ?? 0) }))
      .filter(({ seats }) => seats > 0)
    try {
      await browserApi('POST /staff/election/contests', {
        id: of.id,
        version: of.version,
        contests: [...kept.map(({ postId, seats, groupCode }) => ({ postId, seats, groupCode })), ...shared],
      })
      announce('名额已按组设置')
      close()
      reload()
    } catch (error) {
      setProblem(toRefusal(error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal title="按组分配名额" open onCancel={close} footer={null} width="min(40rem, 100vw - 1rem)">
      <p>
        名册{groupingNames[of.grouping]}
        分组。按各组有选举权的数目分配：整数部分先得，余数大的再得；余数相同而名额不够的，由协会决定给谁。这个职务原有的名额被替换，其他职务的不变。
      </p>
      <Form fields={fields} values={values} onChange={change} onSubmit={() => {}}>
        {places > 0 && (
          <States answer={answer} lines={4}>
            {({ groups, seatsLeft }) => {
              const given = Object.values(more).reduce((sum, n) => sum + n, 0)
              return (
                <>
                  <Table
                    caption="各组的名额"
                    rows={groups.map(group => ({ ...group, id: group.code }))}
                    columns={[
                      { name: '组', cell: ({ name }) => name },
                      { name: '有选举权', cell: ({ size }) => size, isFigure: true },
                      { name: '名额', cell: ({ code, seats }) => seats + (more[code] ?? 0), isFigure: true },
                      ...(seatsLeft > 0
                        ? [
                            {
                              name: '余数相同，另给',
                              cell: ({ code, name, isTied }: (typeof groups)[number]) =>
                                isTied ? (
                                  <InputNumber
                                    aria-label={`${name}另给`}
                                    min={0}
                                    max={seatsLeft}
                                    value={more[code] ?? 0}
                                    onChange={n => setMore({ ...more, [code]: n ?? 0 })}
                                  />
                                ) : null,
                            },
                          ]
                        : []),
                    ]}
                  />
                  {seatsLeft > given && (
                    <p>
                      <Tag tone="warn">还有 {seatsLeft - given} 名没有分配</Tag>{' '}
                      余数相同的组多于余下的名额，请由协会决定后填写。
                    </p>
                  )}
                  {seatsLeft < given && <Problem>多分配了 {given - seatsLeft} 名</Problem>}
                  <Problem>{problem}</Problem>
                  <div className="form-actions">
                    <Button
                      type="primary"
                      loading={busy}
                      disabled={seatsLeft !== given || groups.length === 0}
                      onClick={() => void apply(groups)}
                    >
                      设置为各组的名额
                    </Button>
                    <Button onClick={close}>取消</Button>
                  </div>
                </>
              )
            }}
          </States>
        )}
      </Form>
    </Modal>
  )
}
