import type { ReactNode } from 'react'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { FileList } from '#ui/file/FileList.tsx'
import { Prose } from '#ui/richText/Prose.tsx'
import { NoticePeriod } from './NoticePeriod.tsx'
import './article.css'
import { Day } from '#ui/Day.tsx'

type Shown = Output<ApiContract['GET /catalog/a/info']>
type Props = {
  article: Pick<
    Shown,
    'title' | 'subTitle' | 'isRed' | 'publishTime' | 'source' | 'author' | 'docNo' | 'content' | 'files'
  > &
    Pick<Shown, 'noticeEndTime' | 'noticeOpen' | 'externalUrl'>
  /** Additional entries for the line of details. */
  about?: ReactNode
}

/** An article as visitors read it, also before they can. */
export const ArticleText = ({ article, about }: Props) => (
  <>
    <header>
      <h1 data-red={article.isRed || undefined}>{article.title}</h1>
      {article.subTitle && <p className="article-subtitle">{article.subTitle}</p>}
      <ul className="article-about" role="list">
        <li>
          <Day of={article.publishTime} />
        </li>
        {article.source && <li>来源：{article.source}</li>}
        {article.author && <li>作者：{article.author}</li>}
        {article.docNo && <li>文号：{article.docNo}</li>}
        {about}
        {article.noticeEndTime && (
          <li>
            <NoticePeriod row={article} />
          </li>
        )}
      </ul>
    </header>
    <Prose html={article.content} />
    {article.externalUrl && (
      <p className="article-original">
        <a href={article.externalUrl} target="_blank" rel="noopener noreferrer">
          查看原文（{hostOf(article.externalUrl)}）
        </a>
      </p>
    )}
    <FileList files={article.files} />
  </>
)

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)
