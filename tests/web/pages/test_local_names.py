import pytest

from gaprace.web.pages.local_names import with_short_names


@pytest.mark.parametrize(
    ("script", "shorter"),
    [
        ("const first=1;first+first;", "const a=1;a+a;"),
        ("function sum(one,two=one){return one+two}", "function c(a,b=a){return a+b}"),
        ("const twice=(value)=>value*2;twice(1);", "const a=(b)=>b*2;a(1);"),
        ("for(const each of window.all)each(each);", "for(const a of window.all)a(a);"),
        ("try{go()}catch(error){log(error)}", "try{go()}catch(a){log(a)}"),
        ("const{one:first,...others}=go();first(others,first);", "const{one:a,...b}=go();a(b,a);"),
        ("const{first}=go();first(first,first);", "const{first:a}=go();a(a,a);"),
        ("const{first=1}=go();first(first,first);", "const{first:a=1}=go();a(a,a);"),
        ("const f=(thing)=>{thing.thing=thing;return{thing}};", "const f=(a)=>{a.thing=a;return{thing:a}};"),
        ("const text=1;`text ${text}`;", "const a=1;`text ${a}`;"),
        ("const again=function inner(){return inner()};", "const b=function a(){return a()};"),
        ("class Thing{one(two){return two+two}}new Thing();", "class b{one(a){return a+a}}new b();"),
    ],
)
def test_local_names_get_short(script: str, shorter: str) -> None:
    assert with_short_names(script.encode()).decode() == shorter


@pytest.mark.parametrize(
    "script",
    [
        'import{first}from"./x.js";first();',
        "export const first=1,second=first;",
        "export function first(){first()}",
        "const value=1;export{value};",
        "const f=()=>{const name=1;return name};name;",
        "if(a){const status=1;status}status;",
        "const f=(event)=>event;event;",
        "f(second);{const second=1}",
        "const{first}=go();f({first});",
        "window.first={first:1};a.first;",
        "label:for(;;)break label;",
    ],
)
def test_a_name_that_anything_outside_may_know_stays(script: str) -> None:
    assert with_short_names(script.encode()).decode() == script


def test_a_short_name_is_none_that_is_there() -> None:
    script = b"const first=a,second=b;const f=()=>{const c=1;return c+first+second+d};"
    assert with_short_names(script) == b"const e=a,g=b;const f=()=>{const c=1;return c+e+g+d};"
