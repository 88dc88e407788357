import { articleOf } from '../../../lib/data'
import { Rows } from '../../rows'

export default async function Article({ params }) {
  const { id } = await params
  const { article, files, views, related } = await articleOf(Number(id))
  return (
    <article>
      <h1>{article.title}</h1>
      <ul>
        <li>来源：{article.source}</li>
        <li>作者：{article.author}</li>
        <li>文号：{article.doc_no}</li>
        <li>阅读：{views}</li>
      </ul>
      <div dangerouslySetInnerHTML={{ __html: article.content }} />
      <ul>
        {files.map(({ file_id }) => (
          <li key={file_id}>
            <a href={`/api/file/${file_id}`}>附件</a>
          </li>
        ))}
      </ul>
      <Rows of={related} />
    </article>
  )
}
