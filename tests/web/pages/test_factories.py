import pytest

from gaprace.web.pages.factories import NotBundled, factory


@pytest.mark.parametrize(
    ("script", "body"),
    [
        ('import{a,b as c}from"./x.js";a(c);', 'const{a,b:c}=$need("ui/x.js");a(c);\nreturn{}'),
        ('import d,{a}from"../net/x.js";', 'const{default:d,a}=$need("net/x.js");\nreturn{}'),
        ('import"./x.js";', '$need("ui/x.js");\nreturn{}'),
        ("export const a=1,b=()=>2;", "const a=1,b=()=>2;\nreturn{a,b}"),
        ("export async function f(){}", "async function f(){}\nreturn{f}"),
        ("export class A{#b=1}", "class A{#b=1}\nreturn{A}"),
        ("export default function f(){}", "function f(){}\nreturn{default:f}"),
        ("export default class{}", "const $default=class{}\nreturn{default:$default}"),
        ("export default{a:1};", "const $default={a:1};\nreturn{default:$default}"),
        ("const a=1;export{a,a as b};", "const a=1;\nreturn{a,b:a}"),
        ('export{a}from"./x.js";', '\nreturn{a:$need("ui/x.js").a}'),
        ('const f=async()=>(await import("./x.js")).a;', 'const f=async()=>(await $load("./x.js")).a;\nreturn{}'),
        ("import(`./${a}.js`);", "$load(`./${a}.js`);\nreturn{}"),
        ('new URL("..",import.meta.url);', 'new URL("..",$url);\nreturn{}'),
        ("const t='import{a}from \"./x.js\"';", "const t='import{a}from \"./x.js\"';\nreturn{}"),
    ],
)
def test_a_module_becomes_a_function(script: str, body: str) -> None:
    assert factory("ui/a.js", script.encode()) == f'"ui/a.js"($need,$load,$url){{{body}}}'


@pytest.mark.parametrize(
    "script",
    [
        "export let a=1;",
        "export const{a}=b;",
        'export*from"./x.js";',
        'import*as x from"./x.js";',
        "await a;",
        "for await(const a of b){}",
    ],
)
def test_what_a_function_cannot_express_is_refused(script: str) -> None:
    with pytest.raises(NotBundled):
        factory("a.js", script.encode())
