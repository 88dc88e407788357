import { Button, Modal, Select } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { toRefusal, useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { States } from '#ui/States.tsx'
import { Table, type TableColumn } from '#ui/table/Table.tsx'
import type { ArticleValues } from '../../articleValues.ts'
import { Comparison } from './Comparison.tsx'

type Version = Output<ApiContract['GET /staff/article/version/list']>['list'][number]
type Props = {
  id: number
  /** The working copy, and the version that was read of it. */
  values: ArticleValues
  settle: () => Promise<{ version: number | undefined } | undefined>
  mayRestore: boolean
  columns: ReadonlyMap<number, string>
  done: (said: string) => void
}

/** List of versions: compare with another version or the current text, and restore. */
export function Versions({ id, values, settle, mayRestore, columns, done }: Props) {
  const answer = useApi('GET /staff/article/version/list', { id, pageSize: 100 })
  const [older, setOlder] = useState<number>()
  const [newer, setNewer] = useState(0)
  const [asked, ask] = useState<Version>()
  const [state, setState] = useState<{ busy: boolean; problem?: string }>({ busy: false })
  const restore = async (version: Version) => {
    setState({ busy: true })
    try {
      const seen = await settle()
      if (seen) await browserApi('POST /staff/article/version/restore', { id: version.id, version: seen.version })
      setState({ busy: false })
      ask(undefined)
      if (seen) done(`已恢复 ${minute(version.at)} 的版本`)
    } catch (error) {
      setState({ busy: false, problem: toRefusal(error).message })
    }
  }
  const rows: TableColumn<Version>[] = [
    { name: '时间', cell: ({ at }) => minute(at), nowrap: true },
    { name: '何人', cell: ({ by }) => by, nowrap: true },
    { name: '缘由', cell: ({ kindName, note }) => (note ? `${kindName}：${note}` : kindName) },
    { name: '标题', cell: ({ title }) => title || '（未填标题）' },
    {
      name: '操作',
      cell: version => (
        <span className="writing-row-acts">
          <Button size="small" onClick={() => setOlder(version.id)}>
            比较<span className="hidden-text">：{minute(version.at)}</span>
          </Button>
          {mayRestore && (
            <Button size="small" onClick={() => ask(version)}>
              恢复<span className="hidden-text">：{minute(version.at)}</span>
            </Button>
          )}
        </span>
      ),
    },
  ]
  return (
    <States
      answer={answer}
      empty={{ when: ({ total }) => total === 0, title: '还没有版本', children: '保存、提交和发布都会留下版本。' }}
    >
      {({ list, total }) => (
        <>
          {older !== undefined && (
            <Compared
              list={list}
              older={older}
              newer={newer}
              setOlder={setOlder}
              setNewer={setNewer}
              values={values}
              columns={columns}
              close={() => setOlder(undefined)}
            />
          )}
          <Table caption="版本" columns={rows} rows={list} />
          {total > list.length && (
            <p>
              只列出最近的 {list.length} 个版本，共 {total} 个。
            </p>
          )}
          {asked && (
            <Modal title="恢复这个版本" open onCancel={() => ask(undefined)} footer={null}>
              <p>
                工作稿将恢复为 {minute(asked.at)}（{asked.by}，{asked.kindName}
                ）的内容；现在的内容会留作一个版本。公开的内容不变，直到再次发布。
              </p>
              <Problem>{state.problem}</Problem>
              <p className="form-actions">
                <Button type="primary" autoFocus loading={state.busy} onClick={() => void restore(asked)}>
                  恢复
                </Button>
                <Button onClick={() => ask(undefined)}>取消</Button>
              </p>
            </Modal>
          )}
        </>
      )}
    </States>
  )
}

type ComparedProps = Pick<Props, 'values' | 'columns'> & {
  list: Version[]
  older: number
  newer: number
  setOlder: (id: number) => void
  setNewer: (id: number) => void
  close: () => void
}

/** 0 stands for what is written now. */
function Compared({ list, older, newer, setOlder, setNewer, values, columns, close }: ComparedProps) {
  const before = useApi('GET /staff/article/version/detail', { id: older })
  const after = useApi('GET /staff/article/version/detail', newer === 0 ? null : { id: newer })
  const options = list.map(({ id, at, kindName, by }) => ({ value: id, label: `${minute(at)} ${by} ${kindName}` }))
  return (
    <section className="writing-compared" aria-labelledby="compared">
      <h2 id="compared">比较两个版本</h2>
      <p className="writing-choose">
        <Select aria-label="旧的版本" value={older} onChange={setOlder} options={options} />
        <Select
          aria-label="新的版本"
          value={newer}
          onChange={setNewer}
          options={[{ value: 0, label: '现在的工作稿' }, ...options]}
        />
        <Button onClick={close}>收起</Button>
      </p>
      <States answer={before}>
        {old =>
          newer === 0 ? (
            <Comparison before={old.values} after={values} titles={['旧', '现在的工作稿']} columns={columns} />
          ) : (
            <States answer={after}>
              {now => <Comparison before={old.values} after={now.values} titles={['旧', '新']} columns={columns} />}
            </States>
          )
        }
      </States>
    </section>
  )
}
