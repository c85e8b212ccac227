import { describe, expect, it } from "vitest";
import { secretScanner } from "../../../src/shared/secrets/secret-scanner.ts";

const scanner = secretScanner();
const found = (text: string): string[] => scanner.scan(text).map(({ start, end }) => text.slice(start, end));

/** The same made-up values in each run. */
function valuesOf(alphabet: string, length: number, count = 200): string[] {
  let state = length;
  const next = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * alphabet.length);
  };
  return Array.from({ length: count }, () => Array.from({ length }, () => alphabet[next()]).join(""));
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const BOTH_CASES = LETTERS + LETTERS.toUpperCase();
const WITH_DIGITS = `${BOTH_CASES}0123456789`;

describe("behind an explicit name everything is a secret but placeholders and words", () => {
  it.each([
    ["letters and digits", WITH_DIGITS, 12, 0],
    ["letters and digits", WITH_DIGITS, 20, 0],
    ["small letters and digits", `${LETTERS}0123456789`, 12, 0],
    ["letters", BOTH_CASES, 16, 2],
    ["small letters, some of which could be a word,", LETTERS, 16, 6],
    ["all that a shell takes", `${WITH_DIGITS}!#%*+,-./:;=?@^_~`, 12, 0],
    ["digits", "0123456789", 8, 1],
  ])("of 200 values of %s (%s, %i long) no more than %i are missed", (_, alphabet, length, most) => {
    const values = valuesOf(alphabet, length);
    for (const form of ["DB_PASSWORD=@", 'db_password = "@"', "deploy --password=@ --yes"]) {
      const missed = values.filter((value) => !found(form.replace("@", () => value)).includes(value));
      expect(missed.slice(most), form).toEqual([]);
    }
  });
});

describe("the usual forms of secrets", () => {
  const [KEY = ""] = valuesOf(WITH_DIGITS, 32, 1);
  const PASSWORD = "Regen-Turm-31";
  it.each([
    ["OPENAI_KEY=", KEY],
    ["export STRIPE_KEY=", KEY],
    ["ADMIN_PASS=", PASSWORD],
    ["smtpPass: '", PASSWORD, "'"],
    ["deploy --token ", KEY],
    ["deploy --password=", PASSWORD],
    ["deploy --api-key '", KEY, "'"],
    ["aws configure set aws_secret_access_key ", KEY],
    ["npm config set //registry.example.test/:_authToken ", KEY],
    ["setx DB_PASSWORD ", PASSWORD],
    ["sshpass -p ", PASSWORD, " ssh root@host"],
    ["sshpass -p", PASSWORD, " ssh root@host"],
    ["mysql -u root -p", PASSWORD, " shop"],
    ["docker login -u ci -p '", PASSWORD, "' registry.example.test"],
    ["redis-cli -h cache -a ", PASSWORD],
    ["ldapsearch -x -w ", PASSWORD],
    ["curl -U ci:", PASSWORD, " https://proxy.example.test"],
    ["openssl rsa -in key.pem -passin pass:", PASSWORD],
    ["keytool -import -storepass ", PASSWORD],
    ["net user deploy ", PASSWORD, " /add"],
    ["kubectl create secret generic shop --from-literal=pw=", PASSWORD],
    ['ConvertTo-SecureString "', PASSWORD, '" -AsPlainText'],
    ["CREATE USER shop IDENTIFIED BY '", PASSWORD, "'"],
    ["ALTER ROLE shop WITH PASSWORD '", PASSWORD, "';"],
    ["machine git.example.test login ci password ", PASSWORD],
    ['{"name": "DB_PASSWORD", "value": "', PASSWORD, '"}'],
    ["- name: DB_PASSWORD\n  value: ", PASSWORD],
    ['<add key="password" value="', PASSWORD, '" />'],
    ["<password>", PASSWORD, "</password>"],
    ['mailer.setPassword("', PASSWORD, '")'],
    ["| password | ", PASSWORD, " |"],
    ["**Password:** `", PASSWORD, "`"],
    ["the password for the staging server is ", PASSWORD, ", ask me for the other one"],
    ["pw: ", PASSWORD],
    ["login: admin / ", PASSWORD],
    ["das Passwort für den Server lautet ", PASSWORD, "."],
    ["Kennwort: ", PASSWORD],
    ["le mot de passe est ", PASSWORD, " partout"],
    ["la contraseña es ", PASSWORD],
    ["la password è ", PASSWORD],
    ["a senha de teste é ", PASSWORD],
    ["hasło: ", PASSWORD],
    ["пароль от базы: ", PASSWORD],
    ["密码是", PASSWORD, "，不要外传"],
    ["密码：", PASSWORD],
    ["パスワードは「", PASSWORD, "」です"],
    ["비밀번호는 ", PASSWORD, " 입니다"],
    ["der Zugangsschlüssel ist ", KEY],
    ["токен: ", KEY],
  ])("%s", (before, secret, after = "") => {
    expect(found(before + secret + after)).toEqual([secret]);
  });

  it("takes all cookies of a header, and none that only set something", () => {
    expect(found(`Cookie: theme=dark; sessionid=${KEY}`)).toEqual([`theme=dark; sessionid=${KEY}`]);
    expect(found("Set-Cookie: theme=dark; SameSite=Strict; Secure")).toEqual([]);
  });
});

describe("what stands behind such a name and is none", () => {
  it.each([
    "password: string",
    "login(user: string, password?: string): Promise<Token>",
    "const password = generatePassword(16)",
    "if (password === confirmPassword2) return",
    "password = form.cleaned_data['password1']",
    "password: req.body.password2,",
    "password: Uint8Array",
    "password VARCHAR(255) NOT NULL",
    "password: required|string|min:8",
    "password: z.string().min(8).max(64)",
    "the password is required and has 12 characters",
    "the password is sha256 hashed",
    "Password rules follow NIST 800-63B",
    "Das Passwort wird mit Argon2id gespeichert",
    "le mot de passe doit contenir 8 caractères",
    "密码长度至少8位，必须包含数字",
    "パスワードは8文字以上",
    "비밀번호는 8자 이상",
    "пароль: минимум 8 символов",
    "la clave es customer_id2",
    "the tests pass 1234 of 1300, pass: 345",
    "password=%PW%, password=$PW",
    "POSTGRES_PASSWORD=postgres",
    "SMTP_PASSWORD=set-in-the-dashboard",
    "PASSWORD_RESET_TIMEOUT=3600",
    "CACHE_KEY=orders:v2:9f8e7d6c5b4a",
    "sort_key=a1b2c3d4e5f6a7b8c9",
    "the access token is RS256-signed and lives 15 minutes",
    "token budget: 128k, max_tokens=4096",
    "docker run -p 8080:80 -d nginx",
    "docker login -u ci -p $CI_TOKEN",
    "mysql -p shop",
    "docker login --password-stdin registry.example.test",
    "login: admin / dashboard",
    'credentials: "same-origin"',
    "slack_token: op://vault/slack/token",
  ])("%s", (text) => {
    expect(found(text)).toEqual([]);
  });
});
