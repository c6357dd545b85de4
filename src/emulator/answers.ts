import { randomBytes } from 'node:crypto';

export interface Answer {
  status: number;
  body: object | string;
  headers?: Record<string, string>;
}

export interface Detail {
  issue: string;
  field?: string;
  description?: string;
}

const MESSAGES: Record<string, string> = {
  INVALID_REQUEST: 'Request is not well-formed, syntactically incorrect, or violates schema.',
  AUTHENTICATION_FAILURE:
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  RESOURCE_NOT_FOUND: 'The specified resource does not exist.',
  RESOURCE_CONFLICT: 'The server has detected a conflict while processing this request.',
  UNSUPPORTED_MEDIA_TYPE: 'The server does not support the request payload’s media type.',
  UNPROCESSABLE_ENTITY:
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  RATE_LIMIT_REACHED: 'Too many requests. Blocked due to rate limiting.',
  INTERNAL_SERVER_ERROR: 'An internal server error occurred.',
  SERVICE_UNAVAILABLE: 'Service Unavailable.',
};

/** An error in PayPal's format, without its optional descriptions. An internal error has no details. */
export function errorAnswer(
  status: number,
  name: string,
  details: Detail[] = [],
  headers?: Record<string, string>,
): Answer {
  const debug_id = randomBytes(7).toString('hex').slice(0, 13);
  return {
    status,
    headers,
    body: {
      name,
      message: MESSAGES[name] ?? name,
      debug_id,
      ...(name !== 'INTERNAL_SERVER_ERROR' && { details }),
      links: [],
    },
  };
}

export const malformed = (...details: Detail[]) => errorAnswer(400, 'INVALID_REQUEST', details);
export const unprocessable = (...details: Detail[]) => errorAnswer(422, 'UNPROCESSABLE_ENTITY', details);
export const unknownResource = () => errorAnswer(404, 'RESOURCE_NOT_FOUND', [{ issue: 'INVALID_RESOURCE_ID' }]);
export const unauthorised = () => errorAnswer(401, 'AUTHENTICATION_FAILURE');
