/** How much a name tells of its value. */
export type NameKind =
  /** People choose what stands behind it, so that everything but words may be one. */
  | "password"
  /** A program made what stands behind it, so that it is not made of words. */
  | "secret"
  /** It often is no secret, so that what stands behind it has to look random. */
  | "key"
  /** A service whose keys have no prefix. The name is that of the service and says nothing of a secret. */
  | "service-key";

const words = (text: string): string[] => text.split(" ");
const phrases = (text: string): string[] => text.split(",");

const keys = (text: string): string[] =>
  words(text).flatMap((kind) => ["_key", "-key", " key", "key"].map((key) => kind + key));

/** In lower case, in the languages that people write decisions in. */
export const NAMES: Readonly<Record<NameKind, readonly string[]>> = {
  password: [
    ...words("password passwd passphrase passcode passwort kennwort contraseña contrasena senha wachtwoord"),
    ...words(
      "hasło haslo heslo lösenord losenord adgangskode kodeord passord salasana şifre sifre jelszó parolă",
    ),
    ...words(
      "пароль пароля паролем 密码 密碼 口令 パスワード 暗証番号 비밀번호 패스워드 암호 סיסמה पासवर्ड รหัสผ่าน",
    ),
    ...phrases("mot de passe,palavra-passe,mật khẩu,kata sandi,كلمة المرور,كلمة السر,identified by"),
    ...words("storepass keypass pwd pass pw mdp"),
  ],
  secret: [
    ...words("secret token credential creds apikey accesskey"),
    ...phrases("api_key,api-key,api key"),
    ...keys("access encryption private signing"),
    ...words(
      "jeton токен токена секрет 密钥 密鑰 令牌 トークン シークレット 秘密鍵 apiキー アクセスキー 토큰",
    ),
  ],
  key: [
    ...words("authorization auth _key"),
    ...keys("account license master storage service deploy"),
    ...words("schlüssel clé clave chave chiave sleutel nyckel klucz ключ ключа"),
  ],
  "service-key": words(
    "adafruit adobe airtable algolia alibaba asana atlassian beamer bitbucket bittrex cloudflare codecov cohere coinbase confluence confluent contentful datadog discord droneci dropbox etsy facebook fastly finicity finnhub flickr freshbooks gitter gocardless heroku hubspot intercom jfrog artifactory bintray xray jira kraken kucoin launchdarkly linear linkedin linked_in linked-in lob looker mailchimp mailgun mapbox mattermost meraki messagebird message-bird message_bird netlify new-relic newrelic new_relic nytimes new-york-times newyorktimes okta plaid privateai private_ai private-ai rapidapi sendbird sentry snyk sonar squarespace sumo contribsys telegr travis twitch twitter yandex zendesk",
  ),
};

/** Short names that are the beginning or the end of many words: they count only as a whole word of a name. */
export const WHOLE_WORDS: ReadonlySet<string> = new Set(
  words("pwd pass pw mdp clé clave chave senha sifre heslo"),
);

/** Last words of names whose value is not the secret itself: `token_url`, `secretName`. */
export const NOT_THE_SECRET: ReadonlySet<string> = new Set(
  words(
    "alg algorithm arn at checksum class column count date digest dir endpoint env expires expiry field file fingerprint format hash header id ids issuer kind length limit manager name path policy prefix provider ref rotation scope sha size stdin store ttl type uri url var version",
  ),
);

/** What makes a key of `…_key` one that everybody may see. */
export const PUBLIC_KEYS: ReadonlySet<string> = new Set(
  words(
    "cache composite dedupe foreign group hash hot idempotency index locale lookup map natural object partition primary public query routing row s3 shard sort surrogate translation unique",
  ),
);

/** What stands between a name and its value in a sentence. */
export const COPULAS: ReadonlySet<string> = new Set(
  words(
    "is was = : -> → — – ist war lautet lautete est était es é foi è jest to är er on becomes heißt heisst equals",
  ),
);
