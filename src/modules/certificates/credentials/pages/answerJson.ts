/** A document for programs, which any site may read. */
export const answerJson = (document: object, type = 'application/json') =>
  answerDocument(JSON.stringify(document, null, 2), type)

export const answerDocument = (text: string, type: string) =>
  new Response(text, { headers: { 'content-type': type, 'access-control-allow-origin': '*' } })
