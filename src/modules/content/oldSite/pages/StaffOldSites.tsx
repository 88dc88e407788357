import { Link, useNavigate } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { Upload } from '#ui/file/Upload.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { StateTag } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import type { TableColumn } from '#ui/table/Table.tsx'
import type { Route } from './+types/StaffOldSites'
import { tones } from './tones.ts'
import './oldSite.css'
import { withCommas } from '#lib/words/numbers.ts'

export { staffOldSites as handle } from '../../pages/screens.ts'

export const clientLoader = listLoader((api, { query }) => api('GET /staff/old-site/list', listQuery(query)))

/** 导入旧网站: a new one is uploaded, those before are listed with their state. */
export default function StaffOldSites({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  return (
    <>
      <UploadOldSite />
      <section className="desk-card">
        <h2>导入过的旧网站</h2>
        <DataTable
          caption="导入过的旧网站"
          answer={answer}
          columns={columns}
          empty={{ title: '还没有导入过旧网站' }}
          unit="个"
        />
      </section>
    </>
  )
}

type Row = Output<ApiContract['GET /staff/old-site/list']>['list'][number]

const columns: TableColumn<Row>[] = [
  { name: '文件', cell: ({ id, fileName }) => <Link to={`/staff/old-site/${id}`}>{fileName}</Link> },
  { name: '状态', cell: row => <StateTag of={row} tones={tones} />, nowrap: true },
  { name: '网页', cell: ({ pages }) => withCommas(pages), nowrap: true },
  { name: '已导入', cell: ({ imported }) => withCommas(imported), nowrap: true },
  { name: '经办', cell: ({ createdBy }) => createdBy, nowrap: true },
  { name: '时间', cell: ({ createTime }) => minute(createTime), nowrap: true },
]

/** Upload form. The file is read at once; the site's own screen shows the progress. */
function UploadOldSite() {
  const { submit, busy, error } = useSubmit('POST /staff/old-site/begin')
  const navigate = useNavigate()
  const begin = async (fileId: number) => {
    const begun = await submit({ fileId })
    if (begun) navigate(`/staff/old-site/${begun.id}`)
  }
  return (
    <section className="desk-card">
      <h2>导入一个旧网站</h2>
      <p>
        把旧网站保存下来的网页打成一个 ZIP
        文件上传。程序从网页里取出标题、日期、正文、图片和附件，您在样页上核对以后再导入。旧网址自动转到新文章，收藏和搜索引擎里的链接继续有效。
      </p>
      <details className="old-site-how">
        <summary>ZIP 文件里放什么</summary>
        <ul>
          <li>保存下来的网页（HTML）和图片、附件，文件夹按旧网站的网址排列，例如 news/2019/12.html。</li>
          <li>
            动态网址如 /show.asp?id=12，文件名写成 show.asp@id=12.html 或 show.asp?id=12.html；用 wget
            等软件整站下载得到的就是这样。
          </li>
          <li>
            最好在最上层放一份网址清单：sitemap.xml，或每行一个网址的 TXT、CSV（CSV
            可再加一列文件名）。没有清单的，网址按文件名推断。
          </li>
          <li>旧网站大于 200 MB 的，分成几个 ZIP 先后导入；已导入的网址不会重复。</li>
        </ul>
      </details>
      <Upload use="oldSite" label="旧网站的 ZIP 文件" value={[]} onChange={([file]) => file && void begin(file.id)} />
      {busy && <p role="status">正在开始读取…</p>}
      <Problem>{error?.message}</Problem>
    </section>
  )
}
