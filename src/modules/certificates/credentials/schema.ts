const text = { type: 'string' }
const url = { type: 'string', format: 'uri' }
const moment = { type: 'string', format: 'date-time' }

/** JSON Schema 2020-12 of a credential, published beside the keys. */
export const credentialSchema = (publicUrl: string) => ({
  $id: `${publicUrl}/credentials/schema.json`,
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: '证书（可验证凭证）',
  type: 'object',
  required: ['@context', 'id', 'type', 'issuer', 'validFrom', 'credentialStatus', 'credentialSubject'],
  properties: {
    '@context': {
      type: 'array',
      minItems: 2,
      items: true,
      prefixItems: [{ const: 'https://www.w3.org/ns/credentials/v2' }],
    },
    id: url,
    type: { type: 'array', contains: { const: 'VerifiableCredential' } },
    name: text,
    issuer: {
      type: 'object',
      required: ['id', 'name'],
      properties: { id: { type: 'string', pattern: '^did:web:' }, name: text },
    },
    validFrom: moment,
    validUntil: moment,
    credentialStatus: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['type', 'statusPurpose', 'statusListIndex', 'statusListCredential'],
        properties: {
          type: { const: 'BitstringStatusListEntry' },
          statusPurpose: { enum: ['revocation', 'suspension'] },
          statusListIndex: { type: 'string', pattern: '^\\d{1,6}$' },
          statusListCredential: url,
        },
      },
    },
    credentialSubject: {
      type: 'object',
      required: ['type', 'name', 'certificate'],
      properties: {
        type: { enum: ['Organization', 'Person'] },
        name: text,
        creditCode: { type: 'string', pattern: '^[0-9A-Z]{18}$' },
        certificate: {
          type: 'object',
          required: ['number', 'register', 'group', 'kind', 'level', 'scope', 'issuedBy', 'issuedOn'],
          properties: {
            number: text,
            register: text,
            group: text,
            kind: text,
            level: text,
            scope: text,
            issuedBy: text,
            issuedOn: { type: 'string', format: 'date' },
          },
        },
      },
    },
  },
})
