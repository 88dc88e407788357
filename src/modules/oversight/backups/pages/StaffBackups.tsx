import '#ui/form/form.css'
import { Alert, Button, Input } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useSubmit } from '#api/useApi.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { fileSize } from '#lib/size.ts'
import { Tag } from '#ui/Tag.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Route } from './+types/StaffBackups'
import '../../pages/oversight.css'

export { staffBackups as handle } from '../../pages/screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/backup/list', {}))

type Standing = Output<ApiContract['GET /staff/backup/list']>
type Backup = Standing['backups'][number]

const POLL_INTERVAL_MS = 2_000

/** All backups with their verification and retention; starts a backup or a check of all. */
export default function StaffBackups({ loaderData: standing }: Route.ComponentProps) {
  const revalidate = useRevalidate()
  const isBusy = standing.running !== null
  useEffect(() => {
    if (!isBusy) return
    const timer = setInterval(revalidate, POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isBusy, revalidate])
  return (
    <>
      <section className="desk-card">
        <h2>状况</h2>
        {standing.worries.map(text => (
          <Alert key={text} type="warning" title={text} showIcon />
        ))}
        <Settings standing={standing} />
        <Acts
          running={standing.running}
          reload={revalidate}
          isOff={standing.nextTime === null}
          hasSome={standing.backups.length > 0}
        />
      </section>
      <section className="desk-card">
        <h2>已有的备份</h2>
        {standing.backups.length === 0 ? <p>还没有备份。</p> : <Backups rows={standing.backups} />}
        <p className="health-note">
          备份里有全部个人信息，这里不提供下载：需要时请运维人员在服务器上用 hangxie restore 恢复，见运维手册。
        </p>
      </section>
    </>
  )
}

const Backups = ({ rows }: { rows: Backup[] }) => (
  <Table<Backup>
    caption="备份"
    rows={rows}
    columns={[
      { name: '数据的时间', cell: ({ time }) => minute(time), nowrap: true },
      {
        name: '内容',
        cell: ({ files, note }) => `数据库与 ${files ?? '—'} 个附件${note && `；${note}`}`,
      },
      { name: '大小', cell: ({ bytes }) => sizeOf(bytes), nowrap: true },
      { name: '存放处', cell: ({ places }) => places.join('、') },
      { name: '加密', cell: ({ sealName }) => sealName },
      {
        name: '校验',
        cell: ({ isGood, verifiedName, verifiedTime }) => (
          <>
            <Tag tone={isGood ? 'good' : 'warn'}>{verifiedName}</Tag>
            {verifiedTime && <> {minute(verifiedTime)}</>}
          </>
        ),
      },
      { name: '用时', cell: ({ seconds }) => (seconds === null ? '—' : `${Math.round(seconds)} 秒`) },
      {
        name: '保留到',
        cell: ({ keptUntil, isOther }) => keptUntil ?? (isOther ? '另一个数据库的备份，不自动删除' : '手工删除为止'),
      },
    ]}
  />
)

function Settings({ standing: { nextTime, folder, bucket, rule, archiving } }: { standing: Standing }) {
  return (
    <dl className="backup-facts">
      <dt>下次备份</dt>
      <dd>{nextTime ? minute(nextTime) : '自动备份已关闭'}</dd>
      <dt>存放处</dt>
      <dd>
        {folder}
        {bucket ? `，并复制到对象存储 ${bucket}` : '；没有设置异地存储'}
      </dd>
      <dt>保留</dt>
      <dd>
        最近 48 小时的全部；手工备份 30 天；最近 {rule.daily} 天的全部，每周最后一个共 {rule.weekly} 个，每月最后一个共{' '}
        {rule.monthly} 个
      </dd>
      <dt>连续归档</dt>
      <dd>{archiving ? archivingText(archiving) : '没有开启：最多可能丢失上次备份以后的数据'}</dd>
    </dl>
  )
}

function archivingText(of: NonNullable<Standing['archiving']>): string {
  if (!of.isOn) return '已设置，重启程序后开始'
  const { lag } = of
  return [
    `${of.place}，最近一次 ${of.archivedTime ? minute(of.archivedTime) : '还没有'}${lag > 60 ? `，落后 ${Math.round(lag / 60)} 分钟` : ''}`,
    of.earliestTime ? `可恢复到 ${minute(of.earliestTime)} 以后的任一时刻` : '正在做第一个底本',
    `占 ${fileSize(of.bytes)}，上限 ${fileSize(of.maxBytes)}${of.bytes > of.maxBytes ? '：已超过，只留下最近一天' : ''}`,
  ].join('；')
}

type Acting = { running: Standing['running']; reload: () => void; isOff: boolean; hasSome: boolean }

function Acts({ running, reload, isOff, hasSome }: Acting) {
  const [note, setNote] = useState('')
  const backUp = useSubmit('POST /staff/backup/run')
  const verify = useSubmit('POST /staff/backup/verify')
  const cancel = useSubmit('POST /staff/job/cancel')
  const errors = [backUp.error, verify.error, cancel.error].flatMap(error => (error ? [error.message] : []))
  return (
    <>
      <div className="form-actions">
        <Input
          className="backup-note"
          aria-label="备注"
          placeholder="备注，如“导入会员以前”"
          maxLength={100}
          value={note}
          disabled={isOff}
          onChange={({ target }) => setNote(target.value)}
        />
        <Button
          type="primary"
          disabled={isOff || running !== null}
          loading={backUp.busy}
          onClick={async () => {
            if (!(await backUp.submit({ note }))) return
            setNote('')
            reload()
          }}
        >
          立即备份
        </Button>
        <Button
          disabled={running !== null || !hasSome}
          loading={verify.busy}
          onClick={async () => (await verify.submit({})) && reload()}
        >
          校验
        </Button>
        {running && (
          <Button loading={cancel.busy} onClick={async () => (await cancel.submit({ run: running.run })) && reload()}>
            取消
          </Button>
        )}
      </div>
      {running && (
        <p role="status">
          {running.resultName}
          {running.progress && `：${running.progress}`}
        </p>
      )}
      {errors.map(text => (
        <Alert key={text} type="error" title={text} showIcon />
      ))}
      <p className="health-note">
        每次运行的结果见<Link to="/staff/jobs?job=backup">定时任务</Link>。
      </p>
    </>
  )
}

const sizeOf = (bytes: number) =>
  bytes < 2 ** 30 ? `${(bytes / 2 ** 20).toFixed(1)} MB` : `${(bytes / 2 ** 30).toFixed(2)} GB`
