import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

type Liar = { origin?: string; isVerified?: boolean; counter?: number; type?: string; userHandle?: string }

/** An authenticator in software (WebAuthn, ES256) that holds one passkey and can be told to lie. */
export class SoftwareAuthenticator {
  private id = randomBytes(16)
  private keys: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  private counter = 0
  private userHandle = ''

  constructor(
    private readonly origin: string,
    private readonly rpId = new URL(origin).hostname,
  ) {}

  create(options: PublicKeyCredentialCreationOptionsJSON, lies: Liar = {}): RegistrationResponseJSON {
    this.userHandle = options.user.id
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, this.coseKey()])
    const authData = Buffer.concat([this.authData(HAS_CREDENTIAL, lies), credential])
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text('none'),
      text('attStmt'),
      Buffer.from([0xa0]),
      text('authData'),
      bytes(authData),
    ])
    return {
      ...this.named(),
      response: {
        clientDataJSON: this.clientData(lies.type ?? 'webauthn.create', options.challenge, lies).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  get(options: PublicKeyCredentialRequestOptionsJSON, lies: Liar = {}): AuthenticationResponseJSON {
    this.counter = lies.counter ?? this.counter + 1
    const authData = this.authData(0, lies)
    const clientData = this.clientData(lies.type ?? 'webauthn.get', options.challenge, lies)
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
    return {
      ...this.named(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(this.keys.privateKey).toString('base64url'),
        userHandle: lies.userHandle ?? this.userHandle,
      },
    }
  }

  private named() {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }
  }

  private authData(flags: number, { isVerified = true }: Liar) {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const all = flags | PRESENT | (isVerified ? VERIFIED : 0)
    return Buffer.concat([createHash('sha256').update(this.rpId).digest(), Buffer.from([all]), counter])
  }

  private clientData(type: string, challenge: string, { origin = this.origin }: Liar) {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  /** COSE: key type 2 (EC), algorithm -7 (ES256), curve 1 (P-256) and the point. */
  private coseKey() {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' })
    const point = [x, y].map((part) => bytes(Buffer.from(part, 'base64url')))
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01])
    return Buffer.concat([head, Buffer.from([0x21]), point[0]!, Buffer.from([0x22]), point[1]!])
  }
}

// CBOR, as much of it as an attestation needs: texts below 24 bytes and bytes from 24 to 255.
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
const bytes = (value: Buffer) => Buffer.concat([Buffer.from([0x58, value.length]), value])
